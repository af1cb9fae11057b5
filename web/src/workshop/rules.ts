/** Rules as the files of "Rules" in docs/notation.md have them, with every field; and what is dealt to whom. */

export type Follow = 'nothing' | 'any_card' | 'any_suit' | 'same_suit' | 'other_color' | 'same_color';
interface Build {
  follow: Follow;
  step: number;
  wraps: boolean;
}
export interface Foundation {
  piles: number;
  start: string;
  start_rank: number;
  build: Build;
  length: number;
  per_suit: number;
  whole: boolean;
}
export interface Step {
  kind: string;
  rounds: number;
  first: number;
  last: number;
  shift: number;
  shrink: number;
  every: number;
  from_right: boolean;
  face_down: boolean;
  pile_by_pile: boolean;
}
export interface Rules {
  name: string;
  variant_of: string;
  summary: string;
  decks: number;
  ranks: number;
  foundations: Foundation[];
  tableau: { piles: number; build: Build; unit: string; run: Follow; space: string; refill: string; capacity: number };
  reserve: { piles: number; access: string; capacity: number };
  stock: { deal_to: string; each: number; redeal: { count: number | 'unlimited'; keep_playable_top: boolean } };
  increments: number[];
  routes: string[];
  deal: Step[];
}

type Part<T> = T extends readonly (infer One)[] ? Part<One>[] : T extends object ? { [Key in keyof T]?: Part<T[Key]> } : T;
/** A text of rules as the engine answers it, read: what is not there has its usual value. */
export type Text = Part<Rules> & { id?: string };

const build: Build = { follow: 'nothing', step: 0, wraps: false };
const usual: Rules = {
  name: '',
  variant_of: '',
  summary: '',
  decks: 1,
  ranks: 13,
  foundations: [],
  tableau: { piles: 0, build, unit: 'top_card', run: 'nothing', space: 'stays_empty', refill: 'none', capacity: 0 },
  reserve: { piles: 0, access: 'top_card', capacity: 0 },
  stock: { deal_to: 'nowhere', each: 1, redeal: { count: 0, keep_playable_top: false } },
  increments: [],
  routes: [],
  deal: [],
};
const foundation: Foundation = { piles: 0, start: 'fixed_rank', start_rank: 1, build, length: 0, per_suit: 0, whole: false };
const step: Step = {
  kind: 'tableau',
  rounds: 0,
  first: 1,
  last: 0,
  shift: 0,
  shrink: 0,
  every: 1,
  from_right: false,
  face_down: false,
  pile_by_pile: false,
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Changes an object field by field; a list takes the place of all of its. */
function changed<T>(before: T, by: unknown): T {
  if (!isObject(by) || !isObject(before)) return by === undefined ? before : (by as T);
  const fields = Object.entries(by).map(([name, value]) => [name, name in before ? changed(before[name], value) : value]);
  return { ...before, ...(Object.fromEntries(fields) as Partial<T>) };
}

/** All fields of rules that the engine has accepted. */
export function whole({ id: _, ...text }: Text): Rules {
  const all = changed(usual, text);
  return {
    ...all,
    foundations: all.foundations.map((one) => changed(foundation, one)),
    deal: all.deal.map((one) => changed(step, one)),
  };
}

/** The fields that differ from their usual values; undefined if none does. */
function unusual(value: unknown, before: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value;
  if (!isObject(value)) return value === before ? undefined : value;
  const fields = Object.entries(value).flatMap(([name, one]) => {
    const said = unusual(one, isObject(before) ? before[name] : undefined);
    return said === undefined ? [] : [[name, said] as const];
  });
  return fields.length === 0 ? undefined : Object.fromEntries(fields);
}

/** Rules as somebody would write them. */
export function plainly(rules: Rules): Text {
  const { foundations, deal, ...others } = rules;
  return {
    ...(unusual(others, usual) as Text),
    foundations: foundations.map((one) => (unusual(one, foundation) ?? {}) as Part<Foundation>),
    deal: deal.map((one) => (unusual(one, step) ?? {}) as Part<Step>),
  };
}

export const packed = (rules: Rules): string => JSON.stringify(plainly(rules));

export const cardCount = ({ decks, ranks }: Rules): number => decks * 4 * ranks;
const foundationCount = ({ foundations }: Rules): number => foundations.reduce((sum, { piles }) => sum + piles, 0);

/** A pile after the deal: its cards, and how many of them lie face down. */
export interface Dealt {
  cards: number;
  down: number;
}
export function dealt(rules: Rules, kind: 'tableau' | 'reserve' | 'foundation'): Dealt[] {
  const count = kind === 'foundation' ? foundationCount(rules) : rules[kind].piles;
  const piles = Array.from({ length: count }, () => ({ cards: 0, down: 0 }));
  for (const one of rules.deal.filter((step) => step.kind === kind)) {
    const turns = one.pile_by_pile ? 1 : one.rounds;
    for (let turn = 0; turn < turns; ++turn) {
      const last = (one.last === 0 ? count : one.last) - turn * one.shrink;
      for (let number = one.first + turn * one.shift; number <= last; number += Math.max(one.every, 1)) {
        const pile = piles[number - 1];
        if (!pile) continue;
        pile.cards += one.pile_by_pile ? one.rounds : 1;
        if (one.face_down) pile.down += one.pile_by_pile ? one.rounds : 1;
      }
    }
  }
  return piles;
}
export const sum = (piles: readonly Dealt[]): number => piles.reduce((all, { cards }) => all + cards, 0);

/** Cards are not seen from the start. */
export const hides = ({ stock, deal }: Rules): boolean => stock.deal_to !== 'nowhere' || deal.some(({ face_down }) => face_down);

/** The same deal with other steps for a kind of pile, in the place of those before. */
export function dealing(rules: Rules, kind: 'tableau' | 'reserve' | 'foundation', steps: readonly Partial<Step>[]): Rules {
  const found = rules.deal.findIndex((one) => one.kind === kind);
  const at = found >= 0 ? found : kind === 'foundation' ? 0 : rules.deal.length;
  const others = (some: Step[]) => some.filter((one) => one.kind !== kind);
  const made = steps.filter(({ rounds }) => rounds !== 0).map((one) => ({ ...step, kind, ...one }));
  return { ...rules, deal: [...others(rules.deal.slice(0, at)), ...made, ...others(rules.deal.slice(at))] };
}
