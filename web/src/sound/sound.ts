/** The sound of the table: off, and not loaded, until somebody wants it. */
import { loaded } from '../ground/load.ts';
import type { Sound } from './player.ts';
import type { SoundName } from './sounds.ts';

const part = () => import('./player.ts');
let player: Promise<Sound | null> | undefined;

/** Its names in the settings. */
export const volumes = { off: 0, felt: 0, low: 0.25, medium: 0.6, high: 1 };

export function setSound(volume: number): void {
  const enabled = volume > 0;
  if (enabled)
    player ??= loaded(part).then(
      ({ table }) => table,
      () => null, // as in a browser without sound
    );
  void player?.then((table) => table && Object.assign(table, { enabled, volume }));
}

/** Plays a sound after this time, ms; `count` is that of its moment. */
export function play(name: SoundName, after = 0, count = 1): void {
  void player?.then((table) => table?.play(name, after, count));
}

/** Drops sounds that were to come later. */
export function hush(): void {
  void player?.then((table) => table?.hush());
}
