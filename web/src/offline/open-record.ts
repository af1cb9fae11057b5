/** Opens a record that comes from outside the page, as a game that takes the place of no other. */
import { tick } from 'svelte';
import type { App } from '../app.svelte.ts';
import { Refused } from '../engine.ts';
import { t } from '../messages/common.ts';
import { tell } from '../notices.svelte.ts';
import { inProgress, keyOf, savedGame } from '../saved.ts';

const largest = 1024 * 1024;

/** Saves the game and shows it; what is wrong with the record is said. */
async function openRecordText(app: App, text: string): Promise<void> {
  // The engine holds one game: that of the table, if there is one.
  app.go({ page: 'home' });
  await tick();
  try {
    const table = await app.engine.load(text);
    const { game } = table.view;
    const id = Date.now().toString(36);
    let deal = table.deal.startsWith(`${game}#`) ? table.deal.slice(game.length + 1) : '';
    const there = deal === '' ? null : await app.store.get(keyOf(game, deal));
    if (there?.record !== table.record) {
      // The same deal is being played: the record becomes a game without a number beside it.
      if (there && inProgress(there)) deal = '';
      const before = there && deal !== '' ? there.record : '';
      await app.store.put(savedGame(table, app.game(game) ?? { id: game, cards: 0 }, { key: keyOf(game, deal, id), deal, time: 0, before }));
    }
    app.go({ page: 'play', game, deal, saved: deal === '' ? id : '' });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const at = error instanceof Refused && error.line > 0 ? { line: error.line, column: error.column, why } : null;
    tell(at ? t('home.no-game-at', at) : t('home.no-game', { why }), 'warning');
  }
}

interface Launch {
  files?: readonly { getFile: () => Promise<File> }[];
}

/** Opens the files with which the system has started the installed app. */
export function openLaunched(app: App): void {
  // The manifest's address for files, which nobody should copy.
  if (location.search === '?open') history.replaceState(null, '', location.pathname + location.hash);
  const { launchQueue } = globalThis as { launchQueue?: { setConsumer: (consume: (launch: Launch) => void) => void } };
  launchQueue?.setConsumer(({ files = [] }) => {
    const [first] = files;
    if (!first) return;
    first.getFile().then(
      (file) => {
        if (file.size > largest) tell(t('home.too-large'), 'warning');
        else void file.text().then((text) => openRecordText(app, text));
      },
      (error: unknown) => tell(t('home.no-game', { why: String(error) }), 'warning'),
    );
  });
}
