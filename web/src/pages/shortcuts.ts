/** What keys do on a game's page; those of the table's cards are in `table/keyboard.svelte.ts`. */
import { settings } from '../store/settings.svelte.ts';
import { onTable } from '../table/focus.ts';
import { actionOf, type Action } from '../table/keys.ts';
import { shortcut, typesText } from '../ground/shortcut.ts';
import type { Playing } from './playing.svelte.ts';

/** The actions of a key that is held: any other would be done again before anyone can let go. */
const repeats: readonly (Action | undefined)[] = ['undo', 'redo'];

/** Marks what can be played until the key is let go. */
function hold(page: Playing): void {
  const release = (event: Event): void => {
    if (event instanceof KeyboardEvent && actionOf(shortcut(event)) !== 'show') return;
    for (const type of ['keyup', 'blur']) removeEventListener(type, release);
    page.game?.marks.hold(false);
  };
  for (const type of ['keyup', 'blur']) addEventListener(type, release);
  page.game?.marks.hold(true);
}

const does: Record<Action, (page: Playing, key: string) => void> = {
  draw: ({ game }) => void game?.draw(),
  choose: (page, key) => page.choose(Number(key) - 1),
  undo: (page) => page.undo(),
  redo: (page) => page.redo(),
  hint: (page) => page.hint(),
  show: hold,
  seek: ({ game }) => game?.marks.seek((document.activeElement as HTMLElement | null)?.dataset['pile']),
  finish: (page) => page.finish(),
  new: (page) => (page.dialog = 'new'),
  again: (page) => (page.dialog = 'again'),
  restart: (page) => page.restart(),
  pause: ({ session }) => session.pause(!session.paused),
  history: (page) => (page.history = !page.history),
  advice: (page) => (page.advice = !page.advice),
  menu: (page) => (page.dialog = 'menu'),
  read: (page) => page.read(),
  field: (page) => void page.command(),
  keys: (page) => (page.dialog = 'keys'),
};

function escape(page: Playing): void {
  if (page.board?.escape()) return;
  if (page.desk?.film) page.desk.stopFilm();
  else if (page.advice) page.closeAdvice();
  else if (page.history) page.history = false;
}

export function keyDown(event: KeyboardEvent, page: Playing): void {
  const target = event.target as HTMLElement;
  if (event.repeat && event.key === 'Enter' && target.matches('button')) event.preventDefault();
  if (page.dialog !== '' || event.defaultPrevented) return;
  const letter = shortcut(event);
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !typesText(target) && page.active) {
    if (letter === 'y' || (letter === 'z' && event.shiftKey)) page.redo();
    else if (letter === 'z') page.undo();
    else return;
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select')) return;
  if (event.key === 'Escape') {
    escape(page);
    return;
  }
  if (letter.startsWith('Arrow') && !(onTable(target) && target instanceof HTMLButtonElement)) {
    event.preventDefault();
    page.board?.focus();
    return;
  }
  const action = actionOf(letter);
  if (!action || !page.playing || (event.repeat && !repeats.includes(action))) return;
  // Characters are shortcuts only on the table, and only if the player wants them: speech input may type them by accident.
  const character = letter.length === 1;
  if (character && !(settings.shortcuts && (target === document.body || onTable(target)))) return;
  if (page.session.paused && action !== 'pause') return;
  event.preventDefault();
  does[action](page, letter);
}
