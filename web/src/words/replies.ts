/**
 * What the page says of the engine's answers: hints and how sure they are, refusals, typed commands. The engine gives
 * codes and parameters. None of this is needed to show a table, so it is loaded a little later.
 */
import type { FairAdvice } from '../advice/contract.ts';
import { hidesCards } from '../advice/help.ts';
import type { FieldAnswer, GameInfo, Hint, Refusal, View } from '../engine/contract.ts';
import { listed, type Phrase } from './i18n.ts';
import { t as common } from './texts/common.ts';
import { t } from './texts/replies.ts';
import { t as table } from './texts/table.ts';
import type { Suit } from './names.ts';
import { anyOf, both, capital, cardAs, pilePhrase, placePhrase, rankAs, wantPhrase, type Rendering, type Said } from './table.ts';

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
    'disjunction',
  );
}

/** Where a hint's card goes: "onto 7♣", "to an empty pile". */
function where(how: Rendering, game: GameInfo, { to, on }: Record<string, string>): string {
  if (on) return t('where.onto', { on: cardAs(how, on) });
  if (to?.startsWith('F')) return t('where.foundation');
  if (to?.startsWith('R')) return game.reserveDealt === 0 ? t('where.cell') : t('where.reserve');
  return t('where.space');
}

export const hintCodes = [
  'safe',
  'foundation',
  'turns-up',
  'joins-run',
  'frees-pile',
  'frees-card',
  'plays-waste',
  'frees-reserve',
  'builds-bridge',
  'covers',
  'uncovers',
  'brings-down',
  'covers-needed',
  'prepares',
  'choice',
  'draw',
  'redeal',
] as const;

/** Why the engine would make a move. A code that the page does not know is said in the engine's own English. */
export function hintWords(game: GameInfo, hint: Hint): Said {
  const { parameters } = hint;
  const code = hintCodes.find((known) => known === hint.code);
  if (code === undefined) return both(() => hint.text);
  return both((how) => {
    const card = cardAs(how, parameters['card'] ?? '');
    const on = cardAs(how, parameters['on'] ?? '');
    const from = pilePhrase(game, parameters['from'] ?? '');
    const count = Number(parameters['count'] ?? 0);
    switch (code) {
      case 'safe':
      case 'foundation':
        return t(`hint.${code}`, { card });
      case 'choice':
        return parameters['increment'] === '2' ? t('hint.choice-2', { count }) : t('hint.choice-1', { count });
      case 'draw':
        return game.stockDealsToReserves ? t('hint.deal') : t('hint.draw');
      case 'redeal':
        return t('hint.redeal');
      case 'covers':
        return t('hint.covers', { card, on });
      case 'turns-up':
      case 'joins-run':
      case 'frees-card':
      case 'plays-waste':
      case 'covers-needed':
      case 'prepares':
        return t(`hint.${code}`, { card, where: where(how, game, parameters) });
      default:
        return t(`hint.${code}`, { card, from, where: where(how, game, parameters) });
    }
  });
}

export const bases = ['certain', 'trials', 'one-world', 'rule', 'certain-loss', 'none'] as const;
export type Sure = Pick<FairAdvice, 'hint' | 'basis' | 'wins' | 'trials' | 'otherWins' | 'otherTrials'> &
  Partial<Pick<FairAdvice, 'goal' | 'spaces'>> & { quick?: boolean };

/**
 * "Won in 14 of 16 trials.", or "" where there is nothing to say; `open`: no card of the game is ever hidden; `long`: there
 * is room for the next best move as well.
 */
export function sureWords(advice: Sure, open: boolean, long = false): string {
  const { basis, wins, trials, otherWins, otherTrials } = advice;
  switch (basis) {
    case 'certain':
      return open ? t('sure.certain-open') : t('sure.certain');
    case 'certain-loss':
      return advice.hint ? t('sure.certain-loss') : t('sure.lost');
    case 'trials':
      if (trials === 0) return '';
      // Plans that were dropped early were tried less often: a number beside another one would be misread.
      return long && otherTrials === trials
        ? t('sure.trials-other', { wins, count: trials, others: otherWins })
        : t('sure.trials', { wins, count: trials });
    default:
      return '';
  }
}

/** What the move of a hint prepares. A card that goes home, or is drawn, is reason enough. */
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
  const quick = advice.quick ? t('sure.quick') : '';
  const more = sawMore && hint ? t('sure.saw-more') : '';
  const then = purpose(game, advice);
  const join = (text: string, next = '') => [text, next, sure, quick, more].filter((part) => part !== '').join(' ');
  return { seen: join(seen, then.seen), spoken: join(spoken, then.spoken) };
}

export const refusalCodes = [
  'none',
  'choose-first',
  'already-chosen',
  'no-choice',
  'no-such-pile',
  'same-pile',
  'no-route',
  'empty-source',
  'no-such-card',
  'too-many-cards',
  'one-at-a-time',
  'not-a-run',
  'wrong-suit-or-rank',
  'wrong-color-or-rank',
  'wrong-rank',
  'foundation-start',
  'suit-taken',
  'foundation-complete',
  'kings-only',
  'space-stays-empty',
  'no-building',
  'pile-full',
  'reserve-occupied',
  'reserve-closed',
  'no-stock',
  'stock-empty',
  'no-empty-reserve',
  'no-waste',
  'stock-not-empty',
  'waste-empty',
  'no-redeal-left',
  'nothing-to-turn',
] as const;

/** Why the engine refuses a move. A code that the page does not know is said in the engine's own English. */
export function refusalWords(game: GameInfo, refusal: Refusal): Said {
  const { parameters } = refusal;
  const code = refusalCodes.find((known) => known === refusal.code);
  if (code === undefined) return both(() => refusal.text);
  return both((how) => {
    const card = cardAs(how, parameters['card'] ?? '');
    const on = cardAs(how, parameters['on'] ?? '');
    const from = pilePhrase(game, parameters['from'] ?? '');
    const to = pilePhrase(game, parameters['to'] ?? '');
    const rank = parameters['rank'] ?? '';
    switch (code) {
      case 'no-route':
        return parameters['from']?.startsWith('F') ? t('refusal.no-route-foundation') : t('refusal.no-route', { from, to });
      case 'empty-source':
        return capital(t('refusal.empty-source', { from }));
      case 'too-many-cards':
        return t('refusal.too-many-cards', { from });
      case 'no-such-card':
        return capital(t('refusal.no-such-card', { card, from }));
      case 'wrong-suit-or-rank':
      case 'wrong-color-or-rank':
      case 'wrong-rank':
        return capital(
          parameters['fits']
            ? t('refusal.needs', { card, on, fits: fitting(how, parameters['fits']) })
            : t(`refusal.${code}`, { card, on }),
        );
      case 'foundation-start':
        return t('refusal.foundation-start', { rank: wantPhrase(rank) });
      case 'suit-taken':
        return capital(t('refusal.suit-taken', { suit: common(`suit.${(parameters['card']?.[1] ?? 'S') as Suit}`) }));
      case 'pile-full':
        return t('refusal.pile-full', { count: Number(parameters['limit'] ?? 0) });
      case 'reserve-occupied':
        return capital(t('refusal.reserve-occupied', { to }));
      case 'choose-first':
      case 'foundation-complete':
        return table(`refusal.${code}`);
      default:
        return t(`refusal.${code}`);
    }
  });
}

export const fieldCodes = [
  'empty-command',
  'help',
  'not-understood',
  'no-card',
  'no-pile',
  'bad-move',
  'where',
  'not-in-view',
  'state',
  'pile',
  'moves',
  'no-moves',
  'hint',
  'no-hint',
  'undone',
  'redone',
  'nothing-to-undo',
  'nothing-to-redo',
  'moved',
  'which',
  'refused',
  'empty',
  'no-way',
] as const;

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

/** The answer to a typed command. `view` is the table after it, `done` what a move did. */
export function fieldWords(game: GameInfo, view: View, answer: FieldAnswer, done: string, state: string): Said {
  const { parameters } = answer;
  const text = parameters['text'] ?? '';
  const code = fieldCodes.find((known) => known === answer.code);
  if (code === undefined) return both(() => answer.text);
  if (code === 'refused' && answer.refusal) return refusalWords(game, answer.refusal);
  if (code === 'hint' && answer.hint) return hintWords(game, answer.hint);
  return both((how) => {
    const card = cardAs(how, parameters['card'] ?? '');
    const pile = pilePhrase(game, parameters['pile'] ?? '');
    switch (code) {
      case 'not-understood':
      case 'no-card':
      case 'no-pile':
      case 'bad-move':
        return t(`field.${code}`, { text });
      case 'not-in-view':
        return capital(table('field.not-in-view', { card }));
      case 'where': {
        const places = (parameters['places'] ?? '').split(' ').map((place) => {
          const [id = '', above = '0'] = place.split(':');
          return placePhrase(game, id, Number(above));
        });
        return capital(table('field.where', { card, places: listed(places, 'conjunction') }));
      }
      case 'pile':
        return pileWords(how, game, view, parameters['pile'] ?? '');
      case 'moves': {
        const moves = (parameters['moves'] ?? '').split(' ');
        return t('field.moves', { count: moves.length, moves: moves.join(' ') });
      }
      case 'state':
        return state;
      case 'moved':
        return done;
      case 'no-hint':
      case 'hint':
        return t('hint.none');
      case 'refused':
        return answer.text;
      case 'empty':
        return capital(t('field.empty', { pile }));
      case 'no-way':
        return noWayWords(how, game, parameters['from'] ?? '', parameters['to'] ?? '');
      default:
        return t(`field.${code}`);
    }
  });
}
