/** The words of the engine when it can't read something, with words that are loaded only then. */
import type { Failure } from '../engine/contract.ts';
import type { Engine } from '../engine/engine.ts';
import { loaded } from '../ground/load.ts';

/** In the page's language; in English if the words are not to be had. */
export async function whyWords(engine: Engine, failure: Failure['error']): Promise<string> {
  if (failure.code === '') return failure.message;
  try {
    const { reasonWords } = await loaded(() => import('./files.ts'));
    return reasonWords((await engine.games()).games, failure);
  } catch {
    return failure.message;
  }
}
