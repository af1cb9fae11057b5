/**
 * What the page says of the engine's answers: hints and how sure they are, refusals, typed commands. The engine gives
 * codes and parameters. None of this is needed to show a table, so it is loaded a little later.
 */
import type { FairAdvice } from '../engine/solver-contract.ts';
import { hidesCards } from './help.ts';
import type { FieldAnswer, GameInfo, Hint, Refusal, View } from '../engine/contract.ts';
import { movedCard, pileOf, readMove } from '../engine/notation.ts';
import { aboutWords, moveWords } from './move-words.ts';
import type { Phrase } from '../ground/i18n.ts';
import { t } from '../words/texts/replies.ts';
import { t as table } from '../words/texts/table.ts';
import { listed, suitPhrase } from '../words/names.ts';
import {
  anyOf,
  both,
  capital,
  cardAs,
  pilePhrase,
  placePhrase,
  rankAs,
  stepsPhrase,
  wantPhrase,
  type Rendering,
  type Said,
} from '../words/table.ts';

/** Any pile of a kind, given by its letter: "a foundation", "another pile". Other texts stay as they were typed. */
function kindPhrase(game: GameInfo, letter: string): Phrase {
  switch (letter) {
    case 'F':
      return table.phrase('pile.foundation');
    case 'T':
      return table.phrase('pile.another');
    case 'R':
      return game.reserveDealt === 0 ? table.phrase('pile.any-cell') : table.phrase('pile.reserve');
    default:
      return () => letter.toLowerCase();
  }
}

/** "4C 4S" -> "a black 4", "4D" -> "4♦" */
function fitting(how: Rendering, cards: string): Phrase {
  const all = cards.split(' ').filter((card) => card !== '');
  const rank = all[0]?.[0] ?? '';
  if (all.length > 1 && all.every((card) => card[0] === rank)) {
    const named = { rank: rankAs(how, rank), context: rank };
    const suits = new Set(all.map((card) => card[1]));
    if (suits.size === 4) return anyOf(how, rank);
    if (suits.size === 2 && suits.has('C') && suits.has('S')) return t.phrase('fits.black', named);
    if (suits.size === 2 && suits.has('D') && suits.has('H')) return t.phrase('fits.red', named);
  }
  return listed(
    all.map((card) => () => cardAs(how, card)),
    'or',
  );
}

/** Where a hint's card goes: "onto 7♣", "to an empty pile". */
function where(how: Rendering, game: GameInfo, { to, on }: Record<string, string>): string {
  if (on) return t('where.onto', { on: cardAs(how, on) });
  if (to?.startsWith('F')) return t('where.foundation');
  if (to?.startsWith('R')) return game.reserveDealt === 0 ? t('where.cell') : t('where.reserve');
  return t('where.space');
}

/** Words for a code; null if the page does not know it. The table needs a few of these texts as well. */
const coded = (...of: Parameters<typeof t.coded>): string | null => t.coded(...of) ?? table.coded(...of);

/** Why the engine would make a move. A code that the page does not know is said in the engine's own English. */
export function hintWords(game: GameInfo, { code, parameters, text }: Hint): Said {
  const { card = '', on = '', from = '' } = parameters;
  const key = code === 'draw' && game.stockDealsToReserves ? 'deal' : code;
  return both((how) => {
    const given = { card: cardAs(how, card), on: cardAs(how, on), from: pilePhrase(game, from), where: where(how, game, parameters) };
    const steps = stepsPhrase(Number(parameters['increment'] ?? 0));
    const said = coded(`hint.${key}`, { ...given, steps, count: Number(parameters['count'] ?? 0) });
    return said === null ? text : capital(said);
  });
}

export const bases = ['certain', 'trials', 'one-world', 'rule', 'certain-loss', 'none'] as const;
export type Sure = Pick<FairAdvice, 'hint' | 'basis'> &
  Partial<Pick<FairAdvice, 'goal' | 'spaces' | 'chance' | 'fitted'>> & { quick?: boolean };

/** "This wins." or "About 70 % to win." (of possible deals, if nothing says more), or "" where nothing is known; `open`: no card of the game is ever hidden. */
function sureWords({ basis, hint, chance = null, fitted = true }: Sure, open: boolean): string {
  switch (basis) {
    case 'certain':
      return open ? t('sure.certain-open') : t('sure.certain');
    case 'certain-loss':
      return hint ? t('sure.certain-loss') : t('sure.lost');
    default:
      return chance === null ? '' : capital(t(fitted ? 'sure.chance' : 'sure.share', { chance: aboutWords(chance) }));
  }
}

/** The preparation that the move of a hint is. A card that goes home, or is drawn, is reason enough. */
function purpose(game: GameInfo, { hint, goal, spaces = 0 }: Sure): Said {
  const enough = (one: Hint | null | undefined) => !one || one.code === 'draw' || one.code === 'redeal';
  const next = enough(goal?.hint) ? null : hintWords(game, goal!.hint);
  const keeps =
    spaces === 0 || enough(hint) || hint?.code === 'safe' || hint?.code === 'foundation' ? '' : t('hint.spaces', { count: spaces });
  const say = (text?: string) => [text && t('hint.then', { goal: text }), keeps].filter(Boolean).join(' ');
  return { seen: say(next?.seen), spoken: say(next?.spoken) };
}

/** A hint with its reason, and how sure it is; `sawMore`: cards were seen that it does not use. */
export function adviceWords(game: GameInfo, advice: Sure, sawMore: boolean): Said {
  const { hint } = advice;
  const sure = sureWords(advice, !hidesCards(game));
  const none = sure === '' ? t('hint.none') : '';
  const { seen, spoken } = hint ? hintWords(game, hint) : { seen: none, spoken: none };
  const quick = advice.quick && hint?.code !== 'safe' ? t('sure.quick') : '';
  const more = sawMore && hint ? t('sure.saw-more') : '';
  const then = purpose(game, advice);
  const join = (text: string, next = '') => [text, next, sure, quick, more].filter((part) => part !== '').join(' ');
  return { seen: join(seen, then.seen), spoken: join(spoken, then.spoken) };
}

/** Why the engine refuses a move. A code that the page does not know is said in the engine's own English. */
export function refusalWords(game: GameInfo, { code, parameters, text }: Refusal): Said {
  const { card = '', on = '', from = '', to = '', rank = '', fits = '' } = parameters;
  const key = fits && code.startsWith('wrong-') ? 'needs' : code === 'no-route' && from.startsWith('F') ? 'no-route-foundation' : code;
  return both((how) => {
    const said = coded(`refusal.${key}`, {
      card: cardAs(how, card),
      on: cardAs(how, on),
      from: pilePhrase(game, from),
      to: pilePhrase(game, to),
      rank: wantPhrase(rank),
      fits: fitting(how, fits),
      suit: suitPhrase(card),
      count: Number(parameters['limit'] ?? 0),
    });
    return said === null ? text : capital(said);
  });
}

/** "The third pile: 2 cards face down, 7♣, 6♦" */
function pileWords(how: Rendering, game: GameInfo, view: View, id: string): string {
  const pile = pilePhrase(game, id);
  const cards = view.piles.find((one) => one.id === id)?.cards ?? [];
  if (cards.length === 0) return capital(t('field.pile-empty', { pile }));
  const down = cards.filter((one) => one.card === null).length;
  const parts = [
    ...(down > 0 ? [table('read.face-down', { count: down })] : []),
    ...cards.flatMap((one) => (one.card === null ? [] : [cardAs(how, one.card)])),
  ];
  return capital(t('field.pile', { pile, cards: parts.join(', ') }));
}

/** That nothing goes from a pile or a card to somewhere, or anywhere if `to` is "". */
function noWayWords(how: Rendering, game: GameInfo, from: string, to: string): string {
  const isPile = (id: string) => /^([FTR]\d+|W|S)$/.test(id);
  const target = isPile(to) ? pilePhrase(game, to) : to ? kindPhrase(game, to) : null;
  if (isPile(from)) {
    const pile = pilePhrase(game, from);
    return target ? t('field.no-way-to', { from: pile, to: target }) : t('field.no-way', { from: pile });
  }
  const card = cardAs(how, from.slice(from.indexOf('@') + 1));
  return capital(target ? t('field.no-card-way-to', { card, to: target }) : t('field.no-card-way', { card }));
}

/** One of the moves that there are: "7♥ onto 8♠", "draw". */
function listedMove(how: Rendering, game: GameInfo, view: View, move: string): string {
  const { from, to } = readMove(move);
  if (from === '') return moveWords(game, move, '');
  const card = movedCard(game, view, move);
  if (card === '') return move;
  const on = to.startsWith('F') ? '' : (pileOf(view, to)?.cards.at(-1)?.card ?? '');
  return `${cardAs(how, card)} ${where(how, game, { to, on })}`;
}

/** One of several moves that may have been meant, each with where it comes from. */
export const choiceWords = (game: GameInfo, view: View, move: string): string => moveWords(game, move, movedCard(game, view, move));

/** The answer to a typed command. `view` is the table after it, `done` what a move did. */
export function fieldWords(game: GameInfo, view: View, answer: FieldAnswer, done: string, state: string): Said {
  const { code, parameters } = answer;
  const { text = '', card = '', pile = '', from = '', to = '' } = parameters;
  if (code === 'refused' && answer.refusal) return refusalWords(game, answer.refusal);
  if (code === 'hint' && answer.hint) return hintWords(game, answer.hint);
  const moves = (parameters['moves'] ?? '').split(' ').filter((move) => move !== '');
  // A pile that there is not may be all that is wrong with a command.
  const strange =
    code === 'not-understood' && text.split(/\s+/).find((word) => /^[trf]\d+$/i.test(word) && !pileOf(view, word.toUpperCase()));
  if (strange) return fieldWords(game, view, { ...answer, code: 'no-pile', parameters: { text: strange } }, done, state);
  const places = (parameters['places'] ?? '').split(' ').map((place) => {
    const [id = '', above = '0'] = place.split(':');
    return placePhrase(game, id, Number(above));
  });
  return both((how) => {
    switch (code) {
      case 'pile':
        return pileWords(how, game, view, pile);
      case 'state':
        return state;
      case 'moved':
        return done;
      case 'no-hint':
      case 'hint':
        return t('hint.none');
      case 'no-way':
        return noWayWords(how, game, from, to);
    }
    // Equal moves are one.
    const named = [...new Set(moves.map((move) => listedMove(how, game, view, move)))];
    const said = coded(`field.${code}`, {
      text,
      card: cardAs(how, card),
      pile: pilePhrase(game, pile),
      count: named.length,
      moves: named.join(' · '),
      places: listed(places, 'and'),
    });
    return said === null ? answer.text : capital(said);
  });
}
