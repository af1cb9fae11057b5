/**
 * Rules as sentences. What can be changed in one is a slot: it reads its value from the rules, and writes another one. A
 * change brings along what must go with it, such as the ways of cards to a new reserve; where several could do, the first
 * is taken that the engine accepts. What no slot is about stays as it is.
 */
import { cardCount, dealing, dealt, sum, type Follow, type Foundation, type Rules, type Step } from './rules.ts';

interface Slot {
  read: (rules: Rules) => string;
  /** what may be chosen beside that */
  options: (rules: Rules) => readonly string[];
  /** the rules with another value, what is best first */
  write: (rules: Rules, value: string) => Rules[];
}

// ---- parts ------------------------------------------------------------------------------------------------------

const tableau = (rules: Rules, by: Partial<Rules['tableau']>): Rules => ({ ...rules, tableau: { ...rules.tableau, ...by } });
const building = (rules: Rules, by: Partial<Rules['tableau']['build']>): Rules =>
  tableau(rules, { build: { ...rules.tableau.build, ...by } });
const reserve = (rules: Rules, by: Partial<Rules['reserve']>): Rules => ({ ...rules, reserve: { ...rules.reserve, ...by } });
const stock = (rules: Rules, by: Partial<Rules['stock']>): Rules => ({ ...rules, stock: { ...rules.stock, ...by } });
const redeal = (rules: Rules, by: Partial<Rules['stock']['redeal']>): Rules => stock(rules, { redeal: { ...rules.stock.redeal, ...by } });
const withRoutes = (rules: Rules, ...more: string[]): Rules => ({ ...rules, routes: [...new Set([...rules.routes, ...more])] });
const without = (rules: Rules, ...less: string[]): Rules => ({ ...rules, routes: rules.routes.filter((one) => !less.includes(one)) });
const has = (rules: Rules, route: string): boolean => rules.routes.includes(route);
const hasWaste = ({ stock }: Rules): boolean => stock.deal_to === 'waste';
/** Cards come to the piles after the deal. */
const enters = ({ routes }: Rules): boolean => routes.some((route) => route.endsWith('_to_tableau'));
const numbers = (from: number, to: number): string[] => Array.from({ length: to - from + 1 }, (_, i) => String(from + i));

/** Steps of the deal in which piles get their cards one by one, all but the last perhaps face down. */
const evenly = (count: number, down: boolean): Partial<Step>[] =>
  down && count > 1 ? [{ rounds: count - 1, face_down: true }, { rounds: 1 }] : [{ rounds: count }];
const stairs = (piles: number, down: boolean): Partial<Step>[] =>
  down ? [{ rounds: piles - 1, first: 2, shift: 1, face_down: true }, { rounds: 1 }] : [{ rounds: piles, first: 1, shift: 1 }];
/** All cards that no other pile is dealt, and that are not laid out. */
function leftOf(rules: Rules): number {
  const laid = rules.foundations.reduce((all, { piles, start }) => all + (start === 'laid_out' ? piles : 0), 0);
  return cardCount(rules) - sum(dealt(rules, 'reserve')) - sum(dealt(rules, 'foundation')) - laid;
}
function rest(rules: Rules, down: boolean): Partial<Step>[] {
  const { piles } = rules.tableau;
  const left = leftOf(rules);
  const each = Math.floor(left / piles);
  const more: Partial<Step> = { rounds: left % piles > 0 ? 1 : 0, last: left % piles };
  if (left < piles) return [more];
  return down ? [{ rounds: each - 1, face_down: true }, { ...more, face_down: true }, { rounds: 1 }] : [{ rounds: each }, more];
}

/** How the tableau is dealt: as many to each, one more to each, all that is left, or otherwise. */
function shapeOf(rules: Rules): string {
  const piles = dealt(rules, 'tableau');
  const [first] = piles;
  if (!first) return '0';
  if (piles.every(({ cards }) => cards === first.cards)) return String(first.cards);
  if (piles.every(({ cards }, i) => cards === i + 1)) return 'stairs';
  const most = Math.max(...piles.map(({ cards }) => cards));
  const even = piles.every(({ cards }, i) => cards >= most - 1 && (i === 0 || cards <= piles[i - 1]!.cards));
  return even && sum(piles) === leftOf(rules) ? 'rest' : 'other';
}
function facesOf(rules: Rules): string {
  const piles = dealt(rules, 'tableau');
  if (piles.every(({ down }) => down === 0)) return 'up';
  return piles.every(({ cards, down }) => down === Math.max(cards - 1, 0)) ? 'last' : 'other';
}
function shaped(rules: Rules, shape: string, down: boolean): Rules {
  if (shape === 'other') return rules;
  const steps = shape === 'stairs' ? stairs(rules.tableau.piles, down) : shape === 'rest' ? rest(rules, down) : evenly(Number(shape), down);
  return dealing(rules, 'tableau', steps);
}
/** Without a stock, all cards are dealt: what the other piles leave goes to the tableau. */
const dealtOut = (rules: Rules): Rules[] =>
  rules.stock.deal_to === 'nowhere' && rules.tableau.piles > 0 ? [dealing(rules, 'tableau', rest(rules, facesOf(rules) === 'last'))] : [];

// ---- foundations --------------------------------------------------------------------------------------------------

type Homes = 'up' | 'down' | 'both' | 'twice' | 'first' | 'laid' | 'dealt' | 'choice';
const homes: readonly Homes[] = ['up', 'down', 'both', 'twice', 'first', 'laid', 'dealt', 'choice'];

function group(
  rules: Rules,
  piles: number,
  by: { start?: string; start_rank?: number; step?: number; wraps?: boolean; length?: number },
): Foundation {
  const { start = 'fixed_rank', start_rank = 1, step = 1, wraps = false, length = 13 } = by;
  const suited = rules.foundations[0]?.build.follow !== 'any_suit';
  return {
    piles,
    start,
    start_rank,
    build: { follow: suited ? 'same_suit' : 'any_suit', step, wraps },
    length,
    per_suit: suited ? piles / 4 : 0,
    whole: rules.foundations[0]?.whole ?? false,
  };
}
function homesFor(rules: Rules, how: Homes): Foundation[] {
  const all = 4 * rules.decks;
  switch (how) {
    case 'up':
      return [group(rules, all, {})];
    case 'down':
      return [group(rules, all, { start_rank: 13, step: -1 })];
    case 'both':
      return [group(rules, all / 2, {}), group(rules, all / 2, { start_rank: 13, step: -1 })];
    case 'twice':
      return [group(rules, 4, { wraps: true, length: 26 })];
    case 'first':
      return [group(rules, all, { start: 'first_card', wraps: true })];
    case 'laid':
      return [group(rules, all, { start: 'laid_out' })];
    case 'dealt':
      return [group(rules, all, { start: 'dealt_card', wraps: true })];
    case 'choice':
      return [group(rules, all, { start: 'dealt_card', step: 0, wraps: true })];
  }
}
const alike = (a: readonly Foundation[], b: readonly Foundation[]): boolean =>
  JSON.stringify(a.map(known)) === JSON.stringify(b.map(known));
const known = ({ piles, start, start_rank, build: { step, wraps }, length }: Foundation) => [
  piles,
  start,
  start === 'fixed_rank' || start === 'laid_out' ? start_rank : 0,
  step,
  wraps,
  length,
];
function homed(rules: Rules, how: Homes): Rules {
  let made: Rules = { ...rules, foundations: homesFor(rules, how), increments: how === 'choice' ? [1, 2] : [] };
  if (how !== 'up' && how !== 'down') made = { ...made, foundations: made.foundations.map((one) => ({ ...one, whole: false })) };
  return dealing(
    made,
    'foundation',
    how === 'first' ? [{ rounds: 1, last: 1 }] : how === 'dealt' || how === 'choice' ? [{ rounds: 1 }] : [],
  );
}
const homeOf = (rules: Rules): Homes | 'other' => homes.find((how) => alike(rules.foundations, homesFor(rules, how))) ?? 'other';
const suited = (rules: Rules, follow: Follow): Rules => ({
  ...rules,
  foundations: rules.foundations.map((one) => ({
    ...one,
    build: { ...one.build, follow },
    per_suit: follow === 'same_suit' ? one.piles / 4 : 0,
  })),
});

// ---- slots --------------------------------------------------------------------------------------------------------

/** A new number of packs: the foundations hold all cards. */
function packs(rules: Rules, decks: number): Rules[] {
  const by = decks / rules.decks;
  const how = homeOf(rules);
  const more = { ...rules, decks };
  const grown = {
    ...more,
    foundations: rules.foundations.map((one) => ({ ...one, piles: one.piles * by, per_suit: one.per_suit * by })),
  };
  const made = how === 'other' ? grown : { ...more, foundations: homesFor(more, how) };
  const plain = { ...more, foundations: homesFor(more, 'up') };
  return [made, plain].flatMap((one) => [one, ...dealtOut(one)]);
}

/** Which of two places the cards of a pile may go to. */
const ways = (source: string, there: (rules: Rules) => boolean): Slot => ({
  read: (rules) => (has(rules, `${source}_to_tableau`) ? (has(rules, `${source}_to_foundation`) ? 'both' : 'piles') : 'home'),
  options: (rules) => (there(rules) ? ['both', 'home'] : []),
  write: (rules, value) => {
    const made = without(rules, `${source}_to_tableau`, `${source}_to_foundation`);
    return [
      withRoutes(made, ...(value === 'home' ? [] : [`${source}_to_tableau`]), ...(value === 'piles' ? [] : [`${source}_to_foundation`])),
    ];
  },
});

export const slots = {
  decks: { read: ({ decks }) => String(decks), options: () => ['1', '2'], write: (rules, value) => packs(rules, Number(value)) },
  piles: {
    read: (rules) => String(rules.tableau.piles),
    options: () => numbers(1, 20),
    write: (rules, value) => {
      const made = tableau(rules, { piles: Number(value) });
      return [shaped(made, shapeOf(rules), facesOf(rules) === 'last'), made, ...dealtOut(made)];
    },
  },
  cards: {
    read: shapeOf,
    options: (rules) => [
      ...numbers(1, 10),
      'stairs',
      ...(rules.stock.deal_to === 'nowhere' && leftOf(rules) % rules.tableau.piles > 0 ? ['rest'] : []),
    ],
    write: (rules, value) => [shaped(rules, value, facesOf(rules) === 'last')],
  },
  faces: {
    read: facesOf,
    options: () => ['up', 'last'],
    write: (rules, value) => {
      const shape = shapeOf(rules);
      if (shape !== 'other') return [shaped(rules, shape, value === 'last')];
      const up = rules.deal.map((one) => (one.kind === 'tableau' ? { ...one, face_down: false } : one));
      return value === 'up' ? [{ ...rules, deal: up }] : [shaped(rules, 'stairs', true)];
    },
  },
  follow: {
    read: (rules) => rules.tableau.build.follow,
    options: () => ['same_suit', 'other_color', 'same_color', 'any_suit', 'any_card', 'nothing'],
    write: (rules, value) => {
      const follow = value as Follow;
      let made = building(rules, { follow, step: rules.tableau.build.step || -1 });
      if (follow !== 'nothing' && !enters(rules))
        made = withRoutes(
          made,
          'tableau_to_tableau',
          ...(rules.reserve.piles > 0 ? ['reserve_to_tableau'] : []),
          ...(hasWaste(rules) ? ['waste_to_tableau'] : []),
        );
      return [made, tableau(made, { unit: 'ordered_run' })];
    },
  },
  way: {
    read: (rules) => (rules.tableau.build.step > 0 ? 'up' : 'down'),
    options: () => ['down', 'up'],
    write: (rules, value) => [building(rules, { step: value === 'up' ? 1 : -1 })],
  },
  corner: {
    read: (rules) => (rules.tableau.build.wraps ? 'round' : 'ends'),
    options: () => ['ends', 'round'],
    write: (rules, value) => [building(rules, { wraps: value === 'round' })],
  },
  unit: {
    read: (rules) => {
      const { unit, run } = rules.tableau;
      if (!has(rules, 'tableau_to_tableau')) return 'none';
      return run === 'nothing' || unit === 'top_card' || unit === 'any_cards' || unit === 'face_up_part' ? unit : `${unit} ${run}`;
    },
    options: () => ['none', 'top_card', 'by_singles', 'ordered_run', 'ordered_run same_color', 'ordered_run same_suit', 'any_cards'],
    write: (rules, value) => {
      if (value === 'none') return [tableau(without(rules, 'tableau_to_tableau'), { unit: 'top_card', run: 'nothing' })];
      const [unit = '', run = 'nothing'] = value.split(' ');
      const made = tableau(withRoutes(rules, 'tableau_to_tableau'), { unit, run: run as Follow });
      return [made, tableau(made, { capacity: 0 })];
    },
  },
  space: {
    read: (rules) => rules.tableau.space,
    options: () => ['any_card', 'kings_only', 'stays_empty'],
    write: (rules, space) => {
      const made = tableau(rules, { space });
      return [enters(rules) || space === 'stays_empty' ? made : withRoutes(made, 'tableau_to_tableau')];
    },
  },
  refill: {
    read: (rules) => rules.tableau.refill,
    options: () => ['none', 'from_stock_then_waste', 'from_waste', 'from_reserve'],
    write: (rules, refill) => {
      const made = tableau(rules, { refill });
      return refill === 'from_reserve'
        ? [made, without(reserve(made, { capacity: 0 }), 'tableau_to_reserve', 'reserve_to_reserve')]
        : [made];
    },
  },
  capacity: {
    read: (rules) => String(rules.tableau.capacity),
    options: () => ['0', ...numbers(2, 8)],
    write: (rules, value) => [tableau(rules, { capacity: Number(value) })],
  },

  home: {
    read: homeOf,
    options: ({ decks }) => homes.filter((how) => decks === 2 || (how !== 'both' && how !== 'twice')),
    write: (rules, value) => {
      if (value === 'other') return [rules];
      const made = homed(rules, value as Homes);
      const free = suited(made, 'any_suit');
      return [made, free].flatMap((one) => [one, ...dealtOut(one)]);
    },
  },
  suit: {
    read: ({ foundations }) => foundations[0]?.build.follow ?? 'same_suit',
    options: () => ['same_suit', 'any_suit'],
    write: (rules, value) => [suited(rules, value as Follow)],
  },
  whole: {
    read: ({ foundations }) => (foundations.some(({ whole }) => whole) ? 'runs' : 'cards'),
    options: () => ['cards', 'runs'],
    write: (rules, value) => {
      const set = (some: Rules): Rules => ({ ...some, foundations: some.foundations.map((one) => ({ ...one, whole: value === 'runs' })) });
      return value === 'runs' ? [set(homed(rules, rules.tableau.build.step > 0 ? 'up' : 'down'))] : [set(rules)];
    },
  },
  back: {
    read: (rules) => (has(rules, 'foundation_to_tableau') ? 'back' : 'stay'),
    options: () => ['stay', 'back'],
    write: (rules, value) => [value === 'back' ? withRoutes(rules, 'foundation_to_tableau') : without(rules, 'foundation_to_tableau')],
  },

  reserve: {
    read: (rules) => String(rules.reserve.piles),
    options: () => numbers(0, 8),
    write: (rules, value) => {
      const piles = Number(value);
      let made = reserve(rules, { piles });
      if (piles === 0) {
        made = dealing(
          without(reserve(made, { access: 'top_card', capacity: 0 }), ...rules.routes.filter((one) => one.includes('reserve'))),
          'reserve',
          [],
        );
      } else if (rules.reserve.piles === 0) {
        const ways = ['tableau_to_reserve', 'reserve_to_foundation', ...(enters(rules) ? ['reserve_to_tableau'] : [])];
        made = withRoutes(reserve(made, { access: 'top_card', capacity: 1 }), ...ways);
      }
      return [made, ...dealtOut(made)];
    },
  },
  stocked: {
    read: (rules) => {
      const piles = dealt(rules, 'reserve').map(({ cards }) => cards);
      return piles.every((cards) => cards === piles[0]) ? String(piles[0] ?? 0) : 'other';
    },
    options: () => [...numbers(0, 13), '26'],
    write: (rules, value) => {
      if (value === 'other') return [rules];
      const down = dealt(rules, 'reserve').some((pile) => pile.down > 0);
      const made = dealing(rules, 'reserve', evenly(Number(value), down));
      const taking =
        Number(value) > 0 || made.reserve.capacity > 0 ? made : withRoutes(reserve(made, { capacity: 1 }), 'tableau_to_reserve');
      return [taking, ...dealtOut(taking)];
    },
  },
  access: {
    read: (rules) => rules.reserve.access,
    options: () => ['top_card', 'every_card'],
    write: (rules, access) => {
      const made = reserve(rules, { access });
      return [made, without(reserve(made, { capacity: 0 }), 'tableau_to_reserve', 'reserve_to_reserve')];
    },
  },
  takes: {
    read: (rules) => (has(rules, 'tableau_to_reserve') ? 'card' : 'none'),
    options: () => ['card', 'none'],
    write: (rules, value) =>
      value === 'card'
        ? [withRoutes(reserve(rules, { capacity: 1 }), 'tableau_to_reserve')]
        : [without(reserve(rules, { capacity: 0 }), 'tableau_to_reserve', 'reserve_to_reserve')],
  },
  'reserve-to': ways('reserve', ({ reserve }) => reserve.piles > 0),

  stock: {
    read: (rules) => rules.stock.deal_to,
    options: () => ['nowhere', 'waste', 'reserves', 'empty_reserves', 'tableau', 'full_tableau'],
    write: (rules, deal_to) => {
      const before = rules.stock.deal_to;
      if (deal_to === before) return [rules];
      let made = stock(rules, { deal_to });
      if (deal_to !== 'waste')
        made = without(redeal(made, { count: 0, keep_playable_top: false }), 'waste_to_tableau', 'waste_to_foundation');
      else made = withRoutes(made, 'waste_to_foundation', ...(enters(rules) ? ['waste_to_tableau'] : []));
      if (deal_to === 'nowhere') return dealtOut(stock(made, { each: 1 }));
      if (before !== 'nowhere') return [made];
      // Half of what lay there is the stock.
      const half = Math.max(1, Math.ceil(Math.max(...dealt(rules, 'tableau').map(({ cards }) => cards)) / 2));
      return [shaped(made, String(half), facesOf(rules) === 'last')];
    },
  },
  each: {
    read: (rules) => String(rules.stock.each),
    options: () => numbers(1, 5),
    write: (rules, value) => [stock(rules, { each: Number(value) })],
  },
  redeals: {
    read: (rules) => String(rules.stock.redeal.count),
    options: () => ['0', '1', '2', '3', 'unlimited'],
    write: (rules, value) => [redeal(rules, { count: value === 'unlimited' ? value : Number(value) })],
  },
  keep: {
    read: (rules) => (rules.stock.redeal.keep_playable_top ? 'stays' : 'turned'),
    options: () => ['turned', 'stays'],
    write: (rules, value) => [redeal(rules, { keep_playable_top: value === 'stays' })],
  },
  'waste-to': ways('waste', hasWaste),
} satisfies Record<string, Slot>;
export type SlotName = keyof typeof slots;

/** All that a slot can be, with what it is. */
export function choicesOf(rules: Rules, name: SlotName): string[] {
  const slot: Slot = slots[name];
  const value = slot.read(rules);
  const all = slot.options(rules);
  return all.includes(value) ? [...all] : [value, ...all].sort((a, b) => Number(a) - Number(b) || 0);
}
export const valueOf = (rules: Rules, name: SlotName): string => slots[name].read(rules);
export const changedBy = (rules: Rules, name: SlotName, value: string): Rules[] => slots[name].write(rules, value);

// ---- sentences ----------------------------------------------------------------------------------------------------

export type PartName = 'deal' | 'piles' | 'homes' | 'stock' | 'reserve';
export type SentenceName =
  | 'decks'
  | 'piles'
  | 'cards'
  | 'faces'
  | 'build'
  | 'build-so'
  | 'corner'
  | 'unit'
  | 'space'
  | 'refill'
  | 'capacity'
  | 'home'
  | 'whole'
  | 'back'
  | 'cells'
  | 'stocked'
  | 'reserve'
  | 'access'
  | 'takes'
  | 'reserve-to'
  | 'no-stock'
  | 'stock'
  | 'stock-each'
  | 'redeals'
  | 'keep'
  | 'waste-to';
export interface Sentence {
  name: SentenceName;
  slots: readonly SlotName[];
  /** seldom changed: it stands behind a fold while it says what is usual */
  rare?: boolean;
}

const ordered = ({ tableau }: Rules): boolean => tableau.build.follow !== 'nothing' && tableau.build.follow !== 'any_card';

export function sentencesOf(rules: Rules): Record<PartName, Sentence[]> {
  const { tableau, stock, reserve } = rules;
  const cells = sum(dealt(rules, 'reserve')) === 0 && reserve.access === 'top_card' && has(rules, 'tableau_to_reserve');
  const several = dealt(rules, 'tableau').some(({ cards }) => cards > 1);
  const waste = hasWaste(rules);
  const when = (yes: boolean, ...some: Sentence[]): Sentence[] => (yes ? some : []);
  const one = (name: SentenceName & SlotName, rare = false): Sentence => ({ name, slots: [name], rare });
  return {
    deal: [one('decks'), one('piles'), one('cards'), ...when(several, one('faces'))],
    piles: [
      ordered(rules) ? { name: 'build', slots: ['way', 'follow'] } : { name: 'build-so', slots: ['follow'] },
      one('unit'),
      one('space'),
      ...when(ordered(rules), one('corner', !tableau.build.wraps)),
      ...when(tableau.refill !== 'none' || waste || reserve.piles > 0, one('refill', tableau.refill === 'none')),
      one('capacity', tableau.capacity === 0),
    ],
    stock: [
      ...(stock.deal_to === 'nowhere'
        ? [{ name: 'no-stock', slots: ['stock'] } as const]
        : [{ name: waste ? 'stock' : 'stock-each', slots: ['stock', 'each'] } as const]),
      ...when(waste, one('redeals')),
      ...when(waste && stock.redeal.count !== 0, one('keep', !stock.redeal.keep_playable_top)),
      ...when(waste, one('waste-to', valueOf(rules, 'waste-to') === 'both')),
    ],
    reserve: [
      ...when(reserve.piles === 0 || cells, { name: 'cells', slots: ['reserve'] }),
      ...when(reserve.piles > 0, cells ? one('stocked', true) : { name: 'reserve', slots: ['reserve', 'stocked'] }),
      ...when(reserve.piles > 0 && !cells, one('access'), one('takes')),
      ...when(reserve.piles > 0, one('reserve-to', valueOf(rules, 'reserve-to') === 'both')),
    ],
    homes: [
      { name: 'home', slots: ['suit', 'home'] },
      one('whole', valueOf(rules, 'whole') === 'cards'),
      one('back', valueOf(rules, 'back') === 'stay'),
    ],
  };
}
