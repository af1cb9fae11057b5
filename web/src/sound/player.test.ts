import { describe, expect, it, vi } from 'vitest';
import { createSound } from './player.ts';
import { sounds, type SoundName } from './sounds.ts';

/** A WebAudio that only records what is started. */
function fakeAudio() {
  const started: { kind: string; at: number; until: number }[] = [];
  const parameter = () => ({ value: 0, setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() });
  const source = (kind: string) => () => {
    const note = { kind, at: -1, until: -1 };
    return {
      frequency: parameter(),
      connect: vi.fn(),
      start: (at: number) => started.push(Object.assign(note, { at })),
      stop: (until: number) => Object.assign(note, { until }),
    };
  };
  const audio = {
    currentTime: 10,
    sampleRate: 8000,
    state: 'suspended',
    destination: {},
    resume: vi.fn(() => Promise.resolve()),
    createGain: () => ({ gain: parameter(), connect: vi.fn() }),
    createOscillator: source('tone'),
    createBufferSource: source('noise'),
    createBiquadFilter: () => ({ frequency: parameter(), Q: parameter(), connect: vi.fn() }),
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
  };
  return { audio, started, port: audio as unknown as AudioContext };
}

describe('sound', () => {
  it('is off at first and opens no audio', () => {
    const open = vi.fn();
    createSound(open).play('place');
    expect(open).not.toHaveBeenCalled();
  });

  it('waits for the first gesture', () => {
    let touched = false;
    const open = vi.fn(() => fakeAudio().port);
    const sound = createSound(open, () => touched);
    sound.enabled = true;
    sound.play('deal');
    expect(open).not.toHaveBeenCalled();
    touched = true;
    sound.play('deal');
    expect(open).toHaveBeenCalledOnce();
  });

  it('opens audio once, at the first sound, and wakes it', () => {
    const { audio, port } = fakeAudio();
    const open = vi.fn(() => port);
    const sound = createSound(open);
    sound.enabled = true;
    expect(open).not.toHaveBeenCalled();
    sound.play('place');
    sound.play('turn');
    expect(open).toHaveBeenCalledTimes(1);
    expect(audio.resume).toHaveBeenCalled();
  });

  it.each(Object.keys(sounds) as SoundName[])('plays %s as it is written down', (name) => {
    const { port, started } = fakeAudio();
    const sound = createSound(() => port);
    sound.enabled = true;
    sound.play(name);
    expect(started.map(({ kind }) => kind)).toEqual(sounds[name].map(({ kind }) => kind));
    started.forEach(({ at, until }, i) => {
      const { start, length } = sounds[name][i]!;
      expect(at).toBeCloseTo(10 + start);
      expect(until).toBeCloseTo(10 + start + length);
    });
  });

  it('makes one sound of many cards that land together', () => {
    const { audio, port, started } = fakeAudio();
    const sound = createSound(() => port);
    sound.enabled = true;
    for (let i = 0; i < 5; i++) sound.play('slide');
    expect(started).toHaveLength(1);
    audio.currentTime += 0.1;
    sound.play('slide');
    expect(started).toHaveLength(2);
  });

  it('goes silent where there is no audio', () => {
    const sound = createSound(() => {
      throw new Error('no audio');
    });
    sound.enabled = true;
    expect(() => sound.play('win')).not.toThrow();
    expect(sound.enabled).toBe(false);
  });

  it('keeps every sound short and within the noise that is kept', () => {
    for (const bursts of Object.values(sounds)) {
      for (const { kind, start, length, level } of bursts) {
        expect(start + length).toBeLessThan(2);
        expect(level).toBeLessThanOrEqual(0.5);
        if (kind === 'noise') expect(length).toBeLessThan(0.25);
      }
    }
  });
});
