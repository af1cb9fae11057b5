/** Plays the sounds: loaded when somebody wants them. */
import { sounds, type Burst, type SoundName } from './sounds.ts';

export interface Sound {
  /** Off until told otherwise. */
  enabled: boolean;
  /** 0 to 1 */
  volume: number;
  /** Plays a sound if sound is on. Never throws: a browser without sound plays without. */
  play(name: SoundName): void;
}

const noiseSeconds = 0.25;
/** The same sound again within this time is left out: many cards that land together are one sound. */
const together = 0.03;

function noise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * noiseSeconds), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

function schedule(audio: AudioContext, burst: Burst, now: number, volume: number, buffer: () => AudioBuffer): void {
  const start = now + burst.start;
  const end = start + burst.length;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.linearRampToValueAtTime(burst.level * volume, start + burst.length * burst.attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(audio.destination);

  const glide = (frequency: AudioParam) => {
    frequency.setValueAtTime(burst.from, start);
    frequency.exponentialRampToValueAtTime(burst.to, end);
  };
  let source: OscillatorNode | AudioBufferSourceNode;
  if (burst.kind === 'tone') {
    source = audio.createOscillator();
    source.type = 'triangle';
    glide(source.frequency);
    source.connect(gain);
  } else {
    source = audio.createBufferSource();
    source.buffer = buffer();
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.Q.value = 0.9;
    glide(filter.frequency);
    source.connect(filter);
    filter.connect(gain);
  }
  source.start(start);
  source.stop(end);
}

/** @param allowed whether the player has done something yet: before that, browsers refuse sound and complain of it */
export function createSound(open: () => AudioContext, allowed: () => boolean = () => true): Sound {
  let context: AudioContext | null = null;
  let noiseBuffer: AudioBuffer | null = null;
  const lastPlayed = new Map<SoundName, number>();

  return {
    enabled: false,
    volume: 0.6,
    play(name) {
      if (!this.enabled || this.volume <= 0 || !allowed()) return;
      try {
        context ??= open();
        const audio = context;
        if (audio.state === 'suspended') void audio.resume().catch(() => undefined);
        const now = audio.currentTime;
        const last = lastPlayed.get(name);
        if (last !== undefined && now - last < together) return;
        lastPlayed.set(name, now);
        for (const burst of sounds[name]) schedule(audio, burst, now, this.volume, () => (noiseBuffer ??= noise(audio)));
      } catch {
        this.enabled = false;
      }
    },
  };
}

export const table = createSound(
  () => new AudioContext(),
  // Missing in older browsers, which may then complain.
  () => (navigator.userActivation as UserActivation | undefined)?.hasBeenActive ?? true,
);
