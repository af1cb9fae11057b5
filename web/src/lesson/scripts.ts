/**
 * The first game of each kind: some guided moves of a fixed deal. A move is written as in the notation, except that a
 * letter alone stands for any pile of its kind: "T7>F" is a card to whichever foundation takes it. The engine says
 * which moves that are.
 */
import type { GameInfo, View } from '../engine/contract.ts';
import { t } from '../words/texts/lesson.ts';
import { cardName, cardSign } from '../words/names.ts';
import { pileOf, readMove, sourceIndex } from '../engine/notation.ts';
import type { Said } from '../words/table.ts';

/** The cards of a move: the one that is lifted and the one that it is put on, as they are written or said. */
interface Cards {
  card: string;
  on: string;
}
type Step = readonly [move: string, words: (cards: Cards) => string];

interface Script {
  steps: readonly Step[];
  end: () => string;
}

export const scripts: Readonly<Record<string, Script>> = {
  gargantua: {
    steps: [
      ['T7>F', ({ card }) => t('gargantua.ace', { card })],
      ['T4>T6', ({ card, on }) => t('gargantua.build', { card, on })],
      ['T1>T7', ({ card, on }) => t('gargantua.empty', { card, on })],
      ['T7>T1*2', ({ card }) => t('gargantua.king', { card })],
      ['draw', () => t('gargantua.draw')],
      ['W>T4', ({ card, on }) => t('gargantua.waste', { card, on })],
    ],
    end: () => t('gargantua.end'),
  },
  grandfather: {
    steps: [
      ['T3>F', ({ card }) => t('grandfather.up', { card })],
      ['T13>F', ({ card }) => t('grandfather.down', { card })],
      ['T12>F', ({ card }) => t('grandfather.next', { card })],
      ['draw', () => t('grandfather.draw')],
      ['W>T10', ({ card, on }) => t('grandfather.cover', { card, on })],
    ],
    end: () => t('grandfather.end'),
  },
  gloucestershire: {
    steps: [
      ['R@AH>F', ({ card }) => t('gloucestershire.reserve', { card })],
      ['T2>F', ({ card }) => t('gloucestershire.next', { card })],
      ['R@KH>T3', ({ card, on }) => t('gloucestershire.corner', { card, on })],
      ['R@2D>T5', ({ card, on }) => t('gloucestershire.bridge', { card, on })],
      ['T3>T5*2', ({ card, on }) => t('gloucestershire.run', { card, on })],
    ],
    end: () => t('gloucestershire.end'),
  },
  stalactites: {
    steps: [
      ['by1', () => t('stalactites.choose')],
      ['T5>F', ({ card, on }) => t('stalactites.rank', { card, on })],
      ['T8>R', ({ card }) => t('stalactites.park', { card })],
      ['T8>F', ({ card }) => t('stalactites.free', { card })],
      ['R>F', ({ card, on }) => t('stalactites.back', { card, on })],
    ],
    end: () => t('stalactites.end'),
  },
  carthage: {
    steps: [
      ['R3>F', ({ card }) => t('carthage.ace', { card })],
      ['T2>F', ({ card }) => t('carthage.next', { card })],
      ['T5>T6', ({ card, on }) => t('carthage.build', { card, on })],
      ['R2>T', ({ card }) => t('carthage.space', { card })],
      ['R2>T4', ({ card, on }) => t('carthage.free', { card, on })],
    ],
    end: () => t('carthage.end'),
  },
};

/** A pile, or any pile of its kind if only its letter is given. */
const isPile = (wanted: string, pile: string): boolean => (/\d/.test(wanted) || wanted === 'W' ? wanted === pile : pile.startsWith(wanted));

/** Whether a move is one of those that a step stands for. */
export function fits(step: string, move: string): boolean {
  const wanted = readMove(step);
  const made = readMove(move);
  if (wanted.from === '' || made.from === '') return step === move;
  return isPile(wanted.from, made.from) && isPile(wanted.to, made.to) && wanted.count === made.count && wanted.card === made.card;
}

/** The moves that a step accepts on a table, in the engine's words; the first is the one to point at. */
export function acceptedMoves(view: View, step: string): string[] {
  const controls = [...view.controls, ...view.choices.map((choice) => choice.move)];
  if (controls.includes(step)) return [step];
  const targets = view.sources.flatMap((source) => source.targets).filter((target) => fits(step, target.move));
  // A move that changes nothing is no step.
  const listed = targets.filter((target) => target.standIn === null);
  return [...listed, ...targets.filter((target) => target.standIn !== null && target.standIn !== '')].map((target) => target.move);
}

/** The words of a step, to be read and to be heard. */
export function stepWords(game: GameInfo, view: View, [step, words]: Step): Said {
  const [move = step] = acceptedMoves(view, step);
  const { from, to } = readMove(move);
  const card = pileOf(view, from)?.cards[sourceIndex(game, view, move)]?.card ?? '';
  const on = pileOf(view, to)?.cards.at(-1)?.card ?? '';
  return { seen: words({ card: cardSign(card), on: cardSign(on) }), spoken: words({ card: cardName(card), on: cardName(on) }) };
}
