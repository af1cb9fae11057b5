/** Which messages the sources ask for: read from their syntax, so that a text that merely looks like a key is none. */
import { parse } from 'svelte/compiler';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** Every node below a value, with its ancestors, the nearest first. */
function* nodes(value: unknown, above: readonly Node[] = []): Generator<[Node, readonly Node[]]> {
  if (Array.isArray(value)) {
    for (const one of value) yield* nodes(one, above);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (isNode(value)) yield [value, above];
  const next = isNode(value) ? [value, ...above] : above;
  for (const [key, child] of Object.entries(value)) if (key !== 'loc' && key !== 'metadata') yield* nodes(child, next);
}

/** Types that are a choice of texts, by name. */
type Aliases = Map<string, string[]>;

class File {
  readonly #code: string;
  readonly #root: unknown;
  readonly #aliases: Aliases;

  constructor(code: string, root: unknown, aliases: Aliases) {
    this.#code = code;
    this.#root = root;
    this.#aliases = aliases;
  }

  text = (node: Node): string => this.#code.slice(node.start, node.end);

  /** The texts that an expression may have, null if that cannot be told. */
  values(node: unknown, above: readonly Node[]): string[] | null {
    if (!isNode(node)) return null;
    if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : null;
    if (node.type === 'ConditionalExpression') return join([this.values(node['consequent'], above), this.values(node['alternate'], above)]);
    if (node.type === 'TSAsExpression') return this.#ofType(node['typeAnnotation']) ?? this.values(node['expression'], above);
    if (node.type === 'TemplateLiteral') {
      let all: string[] | null = [''];
      const parts = (node['quasis'] as Node[]).map((part) => (part['value'] as { cooked: string }).cooked);
      for (const [i, part] of parts.entries()) {
        const between: string[] | null = i === 0 ? [''] : this.values((node['expressions'] as Node[])[i - 1], above);
        all = all && between && all.flatMap((start) => between.map((middle) => start + middle + part));
      }
      return all;
    }
    if (node.type !== 'Identifier') return null;
    return this.#ofName(node['name'] as string, above);
  }

  #ofType(node: unknown): string[] | null {
    if (!isNode(node)) return null;
    if (node.type === 'TSLiteralType') return this.values(node['literal'], []);
    if (node.type === 'TSUnionType') return join((node['types'] as Node[]).map((one) => this.#ofType(one)));
    if (node.type === 'TSTypeReference') return this.#aliases.get((node['typeName'] as Node)['name'] as string) ?? null;
    return null;
  }

  /** The elements of an array that is written here or stands in a constant. */
  #elements(node: unknown, above: readonly Node[]): Node[] | null {
    if (!isNode(node)) return null;
    if (node.type === 'TSAsExpression') return this.#elements(node['expression'], above);
    if (node.type === 'ArrayExpression') return node['elements'] as Node[];
    if (node.type !== 'Identifier') return null;
    for (const { init } of this.#declared(node['name'] as string, above)) return this.#elements(init, above);
    return null;
  }

  /** The declarations of a name in the nearest ancestor that has one, or anywhere at the top of the file. */
  #declared(name: string, above: readonly Node[]): { init: unknown }[] {
    for (const scope of [...above, this.#root]) {
      const found = [...nodes(scope)].filter(
        ([node]) => node.type === 'VariableDeclarator' && isNode(node['id']) && node['id']['name'] === name,
      );
      if (found.length > 0) return found.map(([node]) => ({ init: node['init'] }));
    }
    return [];
  }

  #ofName(name: string, above: readonly Node[]): string[] | null {
    for (const each of above.filter((node) => node.type === 'EachBlock')) {
      const context = each['context'];
      const elements = this.#elements(each['expression'], above);
      if (!isNode(context)) continue;
      if (context.type === 'Identifier' && context['name'] === name)
        return elements && join(elements.map((one) => this.values(one, above)));
      const at = context.type === 'ArrayPattern' ? (context['elements'] as Node[]).findIndex((one) => one?.['name'] === name) : -1;
      if (at >= 0) return elements && join(elements.map((one) => this.values(this.#elements(one, above)?.[at], above)));
    }
    const all = this.#declared(name, above).map(({ init }) => {
      // The one of a list that is equal to something.
      if (
        isNode(init) &&
        init.type === 'CallExpression' &&
        isNode(init['callee']) &&
        (init['callee']['property'] as Node | undefined)?.['name'] === 'find'
      ) {
        const elements = this.#elements(init['callee']['object'], above);
        return elements && join(elements.map((one) => this.values(one, above)));
      }
      return this.values(init, above);
    });
    const values = all.length === 0 ? null : join(all);
    return values && this.#inCase(name, values, above);
  }

  /** The values of a name that lead to this case of a switch. */
  #inCase(name: string, values: string[], above: readonly Node[]): string[] {
    const at = above.findIndex((node) => node.type === 'SwitchStatement' && (node['discriminant'] as Node)['name'] === name);
    if (at < 1) return values;
    const cases = above[at]!['cases'] as Node[];
    const here = cases.indexOf(above[at - 1]!);
    let first = here;
    while (first > 0 && (cases[first - 1]!['consequent'] as Node[]).length === 0) --first;
    const tested = (some: Node[]) => some.flatMap((one) => this.values(one['test'], above) ?? []);
    const own = cases.slice(first, here + 1);
    if (own.every((one) => one['test'] !== null)) return tested(own);
    const others = tested(cases.filter((one) => !own.includes(one)));
    return values.filter((value) => !others.includes(value));
  }
}

function join(parts: (string[] | null)[]): string[] | null {
  return parts.includes(null) ? null : (parts as string[][]).flat();
}

/**
 * `keys`: "table bar.new" for each message of `texts/table.ts` that is asked for. `unclear`: calls whose key cannot be
 * told from the source.
 */
export function usedKeys(sources: Readonly<Record<string, string>>): { keys: Set<string>; unclear: string[] } {
  const keys = new Set<string>();
  const unclear: string[] = [];
  const files = Object.entries(sources).map(([name, text]) => {
    const code = name.endsWith('.svelte') ? text : `<script lang="ts">${text}</script>`;
    return { name, code, root: parse(code, { modern: true }) };
  });
  const aliases: Aliases = new Map();
  for (const { root } of files) {
    for (const [node] of nodes(root)) {
      const union = node['typeAnnotation'];
      if (node.type !== 'TSTypeAliasDeclaration' || !isNode(union) || union.type !== 'TSUnionType') continue;
      const texts = (union['types'] as Node[]).map((one) => (one.type === 'TSLiteralType' ? (one['literal'] as Node)['value'] : null));
      if (texts.every((one) => typeof one === 'string')) aliases.set((node['id'] as Node)['name'] as string, texts);
    }
  }
  for (const { name, code, root } of files) {
    const file = new File(code, root, aliases);
    const catalogs = new Map<string, string>();
    for (const [node] of nodes(root)) {
      const from = node.type === 'ImportDeclaration' ? /texts\/(\w+)\.ts$/.exec((node['source'] as Node)['value'] as string) : null;
      for (const one of from ? (node['specifiers'] as Node[]) : []) catalogs.set((one['local'] as Node)['name'] as string, from![1]!);
    }
    for (const [node, above] of nodes(root)) {
      const callee = node['callee'];
      if (node.type !== 'CallExpression' || !isNode(callee)) continue;
      const called =
        callee.type === 'MemberExpression' && (callee['property'] as Node)['name'] === 'phrase' ? (callee['object'] as Node) : callee;
      const catalog = called.type === 'Identifier' ? catalogs.get(called['name'] as string) : undefined;
      if (catalog === undefined) continue;
      const [key] = node['arguments'] as Node[];
      const found = file.values(key, above);
      if (found === null) unclear.push(`${name}: ${key ? file.text(key) : ''}`);
      else for (const one of found) keys.add(`${catalog} ${one}`);
    }
  }
  return { keys, unclear };
}
