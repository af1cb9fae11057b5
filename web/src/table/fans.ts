/** Piles that are fanned downwards: how far from card to card, and what of a long run is folded away. */
import { detailFor, stripShare, type Print } from '../cards/detail.ts';

/** Height of a card in card widths. */
export const aspect = 1.4;
/** Smallest side of anything that a finger must hit, px. */
export const touch = 24;

/** Usual steps of a fan in card heights, over a face-down card and over a face-up one; and the most while there is room. */
const stepDown = 0.12;
export const stepUp = 0.28;
const stepDownMost = 0.3;
const stepUpMost = 0.38;
/** Fans of small cards open further, if they have the room: to this step in card heights, but not to more px. */
const stepOpen = 0.8;
const stepOpenMost = 64;
/** The least step over a face-up card, px: its rank and suit must be seen, and read. */
export const leastStrip = 15;
/** The least step over a face-down card, px. */
export const leastDown = 3;

/** The least step over a face-up card that is `width` wide, px. */
export function stripOf(width: number, print: Print = 'normal'): number {
  return Math.max(leastStrip, stripShare[detailFor(width, print)] * width * aspect);
}

/** The height that a fan or a box needs, px: to show all that must be seen, for fans as usual, and opened as far as they go. */
export interface Need {
  least: number;
  usual: number;
  most: number;
}

type Cards = readonly { card: string | null }[];

/** Height in card heights that a fan should have before it needs squeezing. */
export function usualFan(cards: number, faceDown: number, grows: number): number {
  return 1 + faceDown * stepDown + Math.max(0, cards - 1 - faceDown + grows) * stepUp;
}

/** The steps from each card but the last to the next: the most, the usual and the least, and those for fingers. */
function fanLimits(cards: Cards, from: number, width: number, print?: Print) {
  const height = width * aspect;
  const strip = stripOf(width, print);
  const usual = Math.max(stepUp * height, strip);
  const back = Math.min(leastDown, stepDown * height);
  const down = {
    most: Math.max(stepDownMost * height, Math.min(stepUpMost * height, touch)),
    usual: stepDown * height,
    firm: back,
    least: back,
  };
  const most = Math.max(stepUpMost * height, Math.min(stepOpen * height, stepOpenMost), usual);
  const covered = { most, usual, firm: strip, least: strip };
  const source = { most, usual: Math.max(usual, touch), firm: Math.max(touch, strip), least: strip };
  return cards.slice(0, -1).map(({ card }, i) => (card === null ? down : i >= from ? source : covered));
}

type Limit = ReturnType<typeof fanLimits>[number];
const sumOf = (limits: readonly Limit[], key: keyof Limit): number => limits.reduce((total, limit) => total + limit[key], 0);

export function fanNeed(cards: Cards, from: number, run: number, width: number, print?: Print): Need {
  const limits = fanLimits(cards, from, width, print);
  // One more card than there is, so that the next move does not change the shares.
  const next = stepUp * width * aspect;
  const folded = run >= foldFrom ? limits.length - run + 3 : Infinity;
  const least = folded < limits.length ? sumOf(limits.slice(0, folded), 'least') : sumOf(limits, 'least');
  const height = width * aspect;
  return { least: height + least, usual: height + sumOf(limits, 'usual') + next, most: height + sumOf(limits, 'most') + next };
}

/** Runs of fewer cards are never folded. */
const foldFrom = 5;

/**
 * Which cards of a fan are left out so that it fits into `room`: the middle of the ordered run of `run` cards at its
 * top, if even the smallest steps are too large. Its first card and at least its last are shown, and in place of the
 * others a strip that says how many they are.
 */
export function foldOf(cards: Cards, run: number, width: number, room: number, print?: Print): { first: number; count: number } {
  const none = { first: 0, count: 0 };
  const limits = fanLimits(cards, cards.length, width, print);
  const over = sumOf(limits, 'least') - (room - width * aspect);
  if (over <= 0.5 || run < foldFrom) return none;
  return { first: cards.length - run + 1, count: Math.min(run - 2, Math.ceil(over / stripOf(width, print)) + 1) };
}

/**
 * Steps of a fan from each card to the next, opened or squeezed so that the fan just fits into `room`, if it can. Cards
 * from `from` on can be lifted: they keep room for a finger as long as possible.
 */
export function fanSteps(cards: Cards, from: number, width: number, room: number, print?: Print): number[] {
  const limits = fanLimits(cards, from, width, print);
  const free = room - width * aspect;
  const between = (low: keyof Limit, high: keyof Limit) => {
    const [small, large] = [sumOf(limits, low), sumOf(limits, high)];
    const part = large > small ? Math.min(1, Math.max(0, (free - small) / (large - small))) : 0;
    return limits.map((limit) => limit[low] + part * (limit[high] - limit[low]));
  };
  if (sumOf(limits, 'usual') <= free) return between('usual', 'most');
  return sumOf(limits, 'firm') <= free ? between('firm', 'usual') : between('least', 'firm');
}
