/** `name` and all that it imports, directly or not; `importsOf` says what one of them imports itself. */
export function withImports(name: string, importsOf: (name: string) => readonly string[], found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of importsOf(name)) withImports(next, importsOf, found);
  return found;
}
