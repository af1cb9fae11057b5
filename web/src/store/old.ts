/** What earlier versions have kept is taken over where there is anything: only then is the part that does it loaded. */
import { loaded } from '../ui/load.ts';
import { readJson, readLocal, writeLocal } from './local.ts';
import { answered, databases } from './refusable.ts';
import type { Database, Taken } from './database.ts';

async function isThere(): Promise<boolean> {
  // Some browsers do not say which databases there are.
  const all = await answered(() => databases()?.databases?.());
  return all === null || all.some(({ name }) => name === 'quincunx' || name === 'quincunx-played') || readLocal('quincunx-won') !== null;
}

const means = { answered, readJson, writeLocal };
export type Means = typeof means;

async function migration(): Promise<typeof import('./migrate.ts')> {
  const part = await loaded(() => import('./migrate.ts'));
  part.setMeans(means);
  return part;
}

export async function takeOver(database: Database, what: Taken['id']): Promise<void> {
  if (!(await isThere())) return;
  const { migratePlayed, migrateSaved } = await migration();
  await (what === 'saved' ? migrateSaved : migratePlayed)(database);
}

/** Everything is deleted: it must not come back, not even in an earlier version. */
export async function forgetOld(): Promise<void> {
  if (await isThere()) await (await migration()).forgetOld();
}
