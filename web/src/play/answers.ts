import type { Refused } from '../engine/client.ts';
import type { Engine } from '../engine/engine.ts';
import { loaded } from '../ground/load.ts';

const parts = () => import('./replies.ts');
/** Words for the engine's answers; null while they cannot be loaded. */
export const answers = () => loaded(parts).catch(() => null);

/** Why something is refused, in the page's language; in English while the words cannot be loaded. */
export const whyRefused = (engine: Engine, error: Refused): Promise<string> =>
  loaded(() => import('./why.ts')).then(
    ({ whyWords }) => whyWords(engine, error.failure),
    () => error.failure.message,
  );
