/** The Web Lock by which each open page says which version it runs, so that the files of that version are kept. */

export const pageLock = (scope: string, version: string): string => `quincunx page ${scope} ${version}`;

/** The versions of the pages that hold such a lock, one for each page. */
export function holders({ held = [] }: LockManagerSnapshot, scope: string): string[] {
  const prefix = pageLock(scope, '');
  return held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}
