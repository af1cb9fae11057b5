/** Opens a record that comes from outside the page, as a game that takes the place of no other. */
import type { App } from '../app/app.svelte.ts';
import type { Table } from '../engine/contract.ts';
import { Refused } from '../engine/client.ts';
import { Engine } from '../engine/engine.ts';
import { startWorker } from '../engine/workers.ts';
import { t } from '../words/texts/links.ts';
import { tell } from '../ui/notices.svelte.ts';
import type { Route } from '../app/routes.ts';
import { failedWords } from '../words/failed.ts';
import { learn, learnOf } from '../app/own.ts';
import { begins, cleaned, known, largest, textOf, type Other } from '../app/typed.ts';
import { keyOf, savedGame } from '../store/saved.ts';
import { whyWords } from './why.ts';

/** Reads a record with an engine of its own, so that the table stays as it is, whatever the record is. */
export async function readRecord(text: string): Promise<Table> {
  const engine = new Engine({ start: startWorker });
  try {
    return await engine.load(text);
  } finally {
    engine.close();
  }
}

/** The number of a game's deal, "" if it has none. */
export const numberOf = ({ deal, view }: Table): string => (deal.startsWith(`${view.game}#`) ? deal.slice(view.game.length + 1) : '');

/** The moves: the same in two records of one game, whatever else they say of it. */
const played = (record: string): string => record.replace(/^meta .*\n/gm, '');

/**
 * Saves a game as one of its own, and shows it. No other game changes: where the deal has been played, and always with
 * `apart`, it becomes a game without a number. A game that is there already, with the same moves, is shown. Returns
 * where it is.
 */
export async function openTable(app: App, table: Table, apart = false): Promise<Route & { page: 'play' }> {
  await learnOf(app, table.record);
  const { game } = table.view;
  let route: Route & { page: 'play' } = { page: 'play', game, deal: numberOf(table), saved: '' };
  const same = (await app.store.list()).find(({ record }) => played(record) === played(table.record));
  if (same) route = { ...route, deal: same.deal, saved: same.deal === '' ? (same.key.split('~')[1] ?? '') : '' };
  else {
    const { game: there, sure } = await app.store.looked(keyOf(game, route.deal));
    // A game without a move is not saved, but may be on the table.
    const open = app.route.page === 'play' && app.route.game === game && app.route.deal === route.deal;
    if (apart || open || !sure || (there && there.plies > 0)) route.deal = '';
    if (route.deal === '') route.saved = Date.now().toString(36);
    const seconds = table.meta['time'] ?? '';
    const time = /^\d{1,7}$/.test(seconds) ? Number(seconds) * 1000 : 0;
    const info = [...(await app.engine.games()).games, ...app.own].find(({ id }) => id === game) ?? { id: game, cards: 0 };
    await app.store.put(
      savedGame(table, info, { key: keyOf(game, route.deal, route.saved), deal: route.deal, time, before: '' }),
      route.deal === '' ? null : there,
    );
  }
  app.go(route);
  return route;
}

/** Returns what is wrong with the record, or what the text is instead; "" if it was opened. */
export async function openRecordText(app: App, text: string): Promise<string> {
  if (text.length > largest) return t('open.too-large');
  const own = known(text);
  if (!own && /^\s*\{/.test(text)) return openRules(app, text);
  // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- for the test that looks for keys
  if (own && own.kind !== 'record') return t(`open.is-${own.kind as Other}`);
  try {
    const table = await readRecord(text).catch(async (error: unknown) => {
      const plain = await cleaned(app.solver, text);
      if (plain === text) throw error;
      return readRecord(plain);
    });
    await openTable(app, table);
    return '';
  } catch (error) {
    if (!(error instanceof Refused)) return t('open.failed', { why: failedWords(error) });
    const { line, column } = error.failure;
    const why = await whyWords(app.engine, error.failure);
    // No line is the wrong one of a text that is none of ours.
    return line > 0 && own ? t('open.no-game-at', { line, column, why }) : t('open.no-game', { why });
  }
}

/** A deal of a game whose rules somebody has written, or the one that waits for these rules. */
async function openRules(app: App, text: string): Promise<string> {
  try {
    const { id } = await learn(app, text);
    if (app.route.page !== 'play' || app.route.game !== id) app.go({ page: 'play', game: id, deal: '', saved: '' });
    return '';
  } catch (error) {
    if (!(error instanceof Refused)) return t('open.failed', { why: failedWords(error) });
    return t('open.no-rules', { why: await whyWords(app.engine, error.failure) });
  }
}

/** The same for a file. */
export async function openFile(app: App, file: File): Promise<string> {
  // The player's own games may be more than one game can be.
  if (file.size > largest) return (await beginning(file))?.kind === 'games' ? t('open.is-games') : t('open.too-large');
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return t('open.unreadable'); // a folder, or a file that is gone
  }
  // A certificate is packed by zstd; gzip and zip have signs of their own.
  if (begins(bytes, 0x28, 0xb5, 0x2f, 0xfd)) return t('open.is-certificate');
  if (begins(bytes, 0x1f, 0x8b) || begins(bytes, 0x50, 0x4b, 3, 4)) return t('open.is-packed');
  return openRecordText(app, textOf(bytes));
}

const beginning = (file: File): Promise<ReturnType<typeof known>> =>
  file
    .slice(0, 1000)
    .text()
    .then(
      (text) => known(text),
      () => null,
    );

/** Opens one of several files, and says so. */
export async function openFiles(app: App, files: readonly File[]): Promise<string> {
  const [first, ...others] = files;
  if (!first) return '';
  const wrong = await openFile(app, first);
  if (others.length === 0) return wrong;
  return wrong === '' ? t('open.one', { name: first.name }) : `${first.name}: ${wrong} ${t('open.one-by-one')}`;
}

let before: Promise<unknown> = Promise.resolve();

/** Says what is wrong, if anything is; of several, in the order in which they were given. */
export async function saying(opening: Promise<string>): Promise<void> {
  const all = Promise.all([opening, before]);
  before = all.catch(() => undefined);
  const [wrong] = await all;
  if (wrong !== '') tell(wrong, 'warning');
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
    if (files.length === 0) return;
    void saying(
      Promise.all(files.map((file) => file.getFile())).then(
        (all) => openFiles(app, all),
        () => t('open.unreadable'),
      ),
    );
  });
}
