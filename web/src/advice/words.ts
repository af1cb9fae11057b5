/** What the page says about advice: a hint's move and reason, and how sure it is. */
import type { GameInfo, Hint } from '../engine/contract.ts';
import { t } from '../messages/replies.ts';
import { hintWords } from '../words/replies.ts';
import type { Said } from '../words/words.ts';
import type { FairAdvice } from './contract.ts';
import { hidesCards } from './help.ts';

export const bases = ['certain', 'trials', 'one-world', 'rule', 'certain-loss', 'none'] as const;
export type Sure = Pick<FairAdvice, 'hint' | 'basis' | 'wins' | 'trials' | 'otherWins' | 'otherTrials'> &
  Partial<Pick<FairAdvice, 'goal' | 'spaces'>>;

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
  const more = sawMore && hint ? t('sure.saw-more') : '';
  const then = purpose(game, advice);
  const join = (text: string, next = '') => [text, next, sure, more].filter((part) => part !== '').join(' ');
  return { seen: join(seen, then.seen), spoken: join(spoken, then.spoken) };
}
