import { loaded } from '../ground/load.ts';

const parts = () => import('./replies.ts');
/** Words for the engine's answers; null while they cannot be loaded. */
export const answers = () => loaded(parts).catch(() => null);
