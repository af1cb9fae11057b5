/** The meanings of a tap, and their words. */
import { t } from '../words/texts/table.ts';
import type { GameInfo, Source } from '../engine/contract.ts';
import { cardName, listed } from '../words/names.ts';
import { capital, pilePhrase } from '../words/table.ts';

/** The moves that a first game or an exercise lets the player make next. */
export interface Guide {
  /** the moves that it accepts; null: all of them */
  moves: readonly string[] | null;
  /** the move that is marked, "" if none is; with `cardOnly`, not where it goes */
  marked: string;
  cardOnly?: boolean;
  /** says that another move has to wait */
  refuse: () => void;
  /** says again what to do */
  repeat: () => void;
}

/** Whether nothing forbids a move. */
export const accepted = (guide: Guide | null, move: string): boolean => guide?.moves?.includes(move) ?? true;

/** From this many piles on, a tap does not choose for the player. */
const many = 4;

/** Whether the card could go to many piles that are as good as each other, and to no foundation. */
export function manyEqual(source: Source): boolean {
  const listed = source.targets.filter((target) => target.standIn === null);
  return (
    listed.length >= many &&
    listed.every((target) => target.pile.startsWith('T')) &&
    new Set(listed.map((target) => target.pile)).size >= many
  );
}

/** Reasons that concern the lifted cards or the whole game, not where the cards would go. */
export const togetherCodes = new Set(['one-at-a-time', 'not-a-run', 'too-many-cards', 'choose-first']);

/** Where lifted cards may go. */
export function liftedWords(info: GameInfo, { targets }: Source, card: string): string {
  const places = new Map(targets.map((target) => pilePhrase(info, target.pile)).map((phrase) => [phrase(), phrase]));
  const lifted = cardName(card);
  return capital(
    places.size > 0 ? t('lift.to', { card: lifted, places: listed([...places.values()], 'or') }) : t('lift.nowhere', { card: lifted }),
  );
}
