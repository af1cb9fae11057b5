/** Words for the player when something fails: never the error that was thrown, which is for the console. */
import { Refused, Unusable } from '../engine/client.ts';
import type { FatalCode } from '../engine/client.ts';
import { t } from './texts/common.ts';
import { oldest } from '../ground/oldest.ts';
import { StorageError, type Failing } from '../store/database.ts';

/** It says what is wrong in the page's own words. */
export class Told extends Error {}

// The types are said again for a test that looks for the keys of all texts.
/* oxlint-disable typescript/no-unnecessary-type-assertion */
export const troubleWords = (trouble: Failing): string => t(`storage.${trouble as Failing}`);

/** Why the engine or the solver cannot be had. */
export const unusableWords = (code: FatalCode): string =>
  code === 'too-old' ? t('engine.too-old', oldest) : t(`engine.${code as 'no-worker' | 'no-wasm' | 'not-loaded' | 'crashed'}`);
/* oxlint-enable typescript/no-unnecessary-type-assertion */

export function failedWords(error: unknown): string {
  if (error instanceof Told) return error.message;
  if (error instanceof Refused) return error.failure.message;
  if (error instanceof Unusable) return unusableWords(error.code);
  if (error instanceof StorageError) return troubleWords(error.trouble);
  console.error(error); // eslint-disable-line no-console -- for whoever looks into it
  return t('failed.unknown');
}
