/** Well-known games whose rules come with the page, which most visits need none of. */
import { loaded } from '../ground/load.ts';

/** Their rules, by the names that stand in addresses: `klondike`. */
export async function shipped(): Promise<Readonly<Record<string, string>>> {
  const { default: files } = await loaded(() => import('./shipped-files.ts'));
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [/([\w-]+)\.json$/.exec(path)![1]!, text]));
}
