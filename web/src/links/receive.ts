/** Games that are pasted into the page or dropped on it, wherever that is. */
import { mount, unmount } from 'svelte';
import type { App } from '../app/app.svelte.ts';
import { openFiles, openRecordText, saying } from '../play/open-record.ts';
import { isOwn } from '../app/own.ts';
import type { Route } from '../app/routes.ts';
import { shipped } from '../app/shipped.ts';
import { tell } from '../ui/notices.svelte.ts';
import { t } from '../words/texts/links.ts';
import DropHint from './DropHint.svelte';
import { pack, unpack } from './pack.ts';
import { known, routesIn } from '../app/typed.ts';

/** Opens the record, the link or the deal in a text, as `openRecordText` does; null if there is nothing of the kind. */
export function openPasted(app: App, text: string): Promise<string> | null {
  if (known(text)) return openRecordText(app, text);
  const routes = routesIn(text, (game) => app.game(game) !== undefined);
  if (routes.length > 0) return open(app, routes);
  return /\bhttps?:\/\//i.test(text) ? openUnlisted(app, text) : null;
}

/** A link to a deal of a game that is not listed; its page finds the rules, or asks for them. */
async function openUnlisted(app: App, text: string): Promise<string> {
  const names = await shipped();
  const routes = routesIn(text, (game) => isOwn(game) || Object.hasOwn(names, game));
  return routes.length > 0 ? open(app, routes) : t('open.nowhere');
}

async function open(app: App, routes: Route[]): Promise<string> {
  let [right] = routes;
  if (routes.length > 1)
    for (const route of routes)
      if (route.page === 'shared' && (await unpack(route.data).catch(() => '')) !== '') {
        right = route;
        break;
      }
  app.go(right!); // if it is none, its page says why
  return '';
}

/**
 * Content that another app has shared with the installed one, in the address that the manifest names. Any other page may link to
 * such an address, so a record is shown first, as a link to it would be.
 */
export async function openShared(app: App): Promise<void> {
  const fields = new URLSearchParams(location.search);
  const text = ['title', 'text', 'url'].map((name) => fields.get(name) ?? '').join('\n');
  if (text.trim() === '') return;
  history.replaceState(null, '', location.pathname + location.hash);
  // A deal can only be told from other words once the games are known.
  await app.engine.games().catch(() => {});
  const own = known(text);
  const record = own?.kind === 'record';
  const data = record ? await pack(text.slice(own.at).trim()).catch(() => '') : '';
  if (data !== '') app.go({ page: 'shared', data });
  else if (record || !take(app, text)) tell(t('open.nothing-shared'), 'warning');
}

/** Opens what was dropped or pasted; false if it is nothing for this page. */
export function take(app: App, given: readonly File[] | string): boolean {
  const opening = typeof given === 'string' ? openPasted(app, given) : openFiles(app, given);
  if (opening) void saying(opening);
  return opening !== null;
}

/** Without an event for so long, the file is no longer held over the page, ms. */
const gone = 1000;

export function receive(app: App): void {
  document.addEventListener('paste', (event) => {
    const target = event.target as HTMLElement | null;
    if (event.defaultPrevented || target?.isContentEditable || target?.closest?.('input, textarea, select')) return;
    if (take(app, event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  });

  let hint: object | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** something of the page itself is dragged */
  let own = false;
  const hide = (): void => {
    clearTimeout(timer);
    if (hint) void unmount(hint);
    hint = null;
  };
  const holdsFile = (event: DragEvent): boolean => !own && (event.dataTransfer?.types.includes('Files') ?? false);

  document.addEventListener('dragstart', () => (own = true));
  document.addEventListener('dragend', () => (own = false));
  document.addEventListener('dragover', (event) => {
    if (!holdsFile(event)) return hide();
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    hint ??= mount(DropHint, { target: document.body });
    clearTimeout(timer);
    timer = setTimeout(hide, gone);
  });
  document.addEventListener('dragleave', (event) => event.relatedTarget === null && hide());
  document.addEventListener('drop', (event) => {
    hide();
    if (event.defaultPrevented || !holdsFile(event)) return;
    // Or the browser would leave the page for the file.
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) take(app, files);
  });
}
