/** Keys on a game's page; those of the table's cards are in `table/keyboard.svelte.ts`. */
import { settings } from '../store/settings.svelte.ts';
import { onTable } from '../table/focus.ts';
import { actionOf, type Action } from '../table/keys.ts';
import { shortcut, typesText } from '../ground/shortcut.ts';
import type { AtTable } from './at-table.svelte.ts';
import type { Playing } from './playing.svelte.ts';

/** The actions of a key that is held: any other would be done again before anyone can let go. */
const repeats: readonly (Action | undefined)[] = ['undo', 'redo'];

/** Actions of a page; one that it has not is no shortcut there. */
export type Does<Page> = Partial<Record<Action, (page: Page, key: string) => void>>;

/** Marks what can be played until the key is let go. */
function hold({ game }: AtTable): void {
  const release = (event: Event): void => {
    if (event instanceof KeyboardEvent && actionOf(shortcut(event)) !== 'show') return;
    for (const type of ['keyup', 'blur']) removeEventListener(type, release);
    game?.marks.hold(false);
  };
  for (const type of ['keyup', 'blur']) addEventListener(type, release);
  game?.marks.hold(true);
}

/** The same on every page. */
export const onTables = {
  draw: ({ game }) => void game?.draw(),
  undo: (page) => page.undo(),
  show: hold,
  seek: ({ game, board }) => game?.marks.seek(board?.lie.keyboard.pile),
  hint: (page) => page.hint(),
  read: (page) => page.read(),
  field: (page) => void page.command(),
} satisfies Does<AtTable>;

/** On a game's page. It does not compile until it says what each key does. */
export const onGames: Record<Action, (page: Playing, key: string) => void> = {
  ...onTables,
  choose: (page, key) => page.choose(Number(key) - 1),
  redo: (page) => page.redo(),
  finish: (page) => page.finish(),
  new: (page) => (page.dialog = 'new'),
  again: (page) => (page.dialog = 'again'),
  restart: (page) => page.restart(),
  pause: ({ session }) => session.pause(!session.paused),
  history: (page) => (page.history = !page.history),
  advice: (page) => (page.advice = !page.advice),
  menu: (page) => (page.dialog = 'menu'),
  keys: (page) => (page.dialog = 'keys'),
};

export function keyDown<Page extends AtTable>(event: KeyboardEvent, page: Page, does: Does<Page>): void {
  const target = event.target as HTMLElement;
  if (event.repeat && event.key === 'Enter' && target.matches('button')) event.preventDefault();
  if (!page.keyed(null) || event.defaultPrevented || target.closest('dialog')) return;
  const letter = shortcut(event);
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !typesText(target) && page.keyed('undo')) {
    const again = letter === 'y' || (letter === 'z' && event.shiftKey);
    const act = again ? 'redo' : letter === 'z' ? 'undo' : null;
    if (!act || !page[act]) return;
    page[act]();
    event.preventDefault();
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || target.matches('input, textarea, select')) return;
  if (event.key === 'Escape') {
    if (!page.board?.escape()) page.escape?.();
    return;
  }
  if (letter.startsWith('Arrow') && !(onTable(target) && target instanceof HTMLButtonElement)) {
    event.preventDefault();
    page.board?.focus();
    return;
  }
  const action = actionOf(letter);
  const act = action && does[action];
  if (!act || (event.repeat && !repeats.includes(action))) return;
  // Characters are shortcuts only on the table, and only if the player wants them: speech input may type them by accident.
  const character = letter.length === 1;
  if (character && !(settings.shortcuts && (target === document.body || onTable(target)))) return;
  if (!page.keyed(action)) return;
  event.preventDefault();
  act(page, letter);
}
