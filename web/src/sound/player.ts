/** Plays the sounds: loaded when somebody wants them. */
import { room, sounds, start, type Room, type SoundName } from './sounds.ts';

export interface Sound {
  /** Off until told otherwise. */
  enabled: boolean;
  /** 0 to 1 */
  volume: number;
  /** Plays a sound after this time, ms, if sound is on. Never throws: a browser without sound plays without. */
  play(name: SoundName, after?: number, count?: number): void;
  /** Drops sounds that have not been heard yet. */
  hush(): void;
}

/** The same sound again within this time is left out, s: many cards that land together are one sound. */
const together = 0.03;
/** s in which a sound is silenced */
const fade = 0.03;

/** @param allowed whether the player has done something yet: before that, browsers refuse sound and complain of it */
export function createSound(open: () => AudioContext, allowed: () => boolean = () => true): Sound {
  let context: AudioContext | null = null;
  let hall: Room | null = null;
  const lastPlayed = new Map<SoundName, number>();
  let waiting: { gain: GainNode; at: number }[] = [];

  /** The next one has another clock. */
  function forget(): void {
    context = hall = null;
    lastPlayed.clear();
  }

  return {
    enabled: false,
    volume: 0.6,
    play(name, after = 0, count = 1) {
      if (!this.enabled || this.volume <= 0 || !allowed()) return;
      try {
        // A call ends it for a while, which only a press of the player does away with, and a system may end it for good.
        if (context?.state === 'closed') forget();
        context ??= open();
        if (context.state !== 'running') void context.resume().catch(() => undefined);
        hall ??= room(context);
        hall.gain.gain.value = this.volume;
        const now = context.currentTime;
        const at = now + after / 1000;
        const last = lastPlayed.get(name);
        if (last !== undefined && Math.abs(at - last) < together) return;
        lastPlayed.set(name, at);
        waiting = waiting.filter((one) => one.at > now);
        for (const burst of sounds[name](count, Math.random)) waiting.push({ gain: start(hall, burst, at), at: at + burst.start });
      } catch {
        // Where none can be had, there is no sound; one that fails is tried anew.
        this.enabled = context !== null;
        forget();
      }
    },
    hush() {
      const now = context?.currentTime ?? 0;
      for (const { gain, at } of waiting) {
        if (at <= now) continue;
        gain.gain.cancelScheduledValues(now);
        gain.gain.setTargetAtTime(0, now, fade / 3);
      }
      waiting = [];
    },
  };
}

/** The player's own music goes on beside it. */
function besideOthers(): AudioContext {
  const { audioSession } = navigator as { audioSession?: { type: string } };
  if (audioSession) audioSession.type = 'ambient';
  return new AudioContext();
}

export const table = createSound(
  besideOthers,
  // Missing in older browsers, which may then complain.
  () => (navigator.userActivation as UserActivation | undefined)?.hasBeenActive ?? true,
);
