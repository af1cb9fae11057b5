/** Games that are pasted into the page or dropped on it, wherever that is. */
import { mount, unmount } from 'svelte';
import type { App } from '../app.svelte.ts';
import { openFile, openRecordText, saying } from '../offline/open-record.ts';
import { parseRoute } from '../routes.ts';
import DropHint from './DropHint.svelte';

/** Opens the record or the link that a text is, as `openRecordText` does; null if it is neither. */
export function openPasted(app: App, text: string): Promise<string> | null {
  if (/^\uFEFF?\s*quincunx-record\s/.test(text)) return openRecordText(app, text.replace(/^\uFEFF?\s*/, ''));
  // The link may have a text before it, as it is shared; in an installed app there is no field for addresses.
  const link = /(?:^|\s)\S+#(\/shared\/\S+)\s*$/.exec(text);
  if (!link) return null;
  app.go(parseRoute(link[1]!));
  return Promise.resolve('');
}

/** Without an event for so long, the file is no longer held over the page, ms. */
const gone = 1000;

export function receive(app: App): void {
  document.addEventListener('paste', (event) => {
    const target = event.target as Element | null;
    if (event.defaultPrevented || target?.closest?.('input, textarea, select, [contenteditable]')) return;
    const opening = openPasted(app, event.clipboardData?.getData('text/plain') ?? '');
    if (!opening) return;
    event.preventDefault();
    void saying(opening);
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
  const holdsFile = (event: DragEvent): boolean =>
    !own && (event.dataTransfer?.types.includes('Files') ?? false) && !(event.target as Element | null)?.closest?.('input[type="file"]');

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
    if (!holdsFile(event)) return;
    // Or the browser would leave the page for the file.
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (file) void saying(openFile(app, file));
  });
}
