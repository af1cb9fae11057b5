/** Tells others of a game that was won: on phones as the phone shares things, elsewhere by the clipboard. */
import { t } from '../messages/extras.ts';
import { clock, moveCount } from '../names.ts';
import { tell } from '../notices.svelte.ts';

/** `game`: its name and deal; `time` in ms; `url`: "" if nobody else can open it */
export async function share(game: string, moves: number, time: number, url: string): Promise<void> {
  const text = t('over.shared', { game, moves: moveCount(moves), time: clock(time) });
  try {
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches) await navigator.share({ text, ...(url ? { url } : {}) });
    else {
      await navigator.clipboard.writeText([text, url].filter(Boolean).join('\n'));
      tell(t('over.copied'));
    }
  } catch (error) {
    // The player may think better of it.
    if (!(error instanceof DOMException && error.name === 'AbortError')) tell(text);
  }
}
