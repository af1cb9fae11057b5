import { describe, expect, it, vi } from 'vitest';
import { createSound, table } from './player.ts';
import { climbed, sounds, type SoundName } from './sounds.ts';

/** A WebAudio that only records what is started. */
function fakeAudio() {
  const started: { kind: string; at: number; until: number }[] = [];
  const parameter = () => ({
    value: 0,
    setValueAtTime: vi.fn(),
    linearRampToValueAtTime: vi.fn(),
    exponentialRampToValueAtTime: vi.fn(),
    cancelScheduledValues: vi.fn(),
    setTargetAtTime: vi.fn(),
  });
  const gains: { gain: ReturnType<typeof parameter> }[] = [];
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
    createGain: () => {
      const made = { gain: parameter(), connect: vi.fn() };
      gains.push(made);
      return made;
    },
    createOscillator: source('tone'),
    createBufferSource: source('noise'),
    createBiquadFilter: () => ({ frequency: parameter(), Q: parameter(), connect: vi.fn() }),
    createConvolver: () => ({ connect: vi.fn() }),
    createDynamicsCompressor: () => ({
      ...Object.fromEntries(['threshold', 'knee', 'ratio', 'attack', 'release'].map((name) => [name, parameter()])),
      connect: vi.fn(),
    }),
    createBuffer: (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) }),
  };
  return { audio, started, gains, port: audio as unknown as AudioContext };
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
    sound.play('turned');
    expect(open).toHaveBeenCalledTimes(1);
    expect(audio.resume).toHaveBeenCalled();
  });

  it.each(Object.keys(sounds) as SoundName[])('plays %s when it is time', (name) => {
    const { port, started } = fakeAudio();
    const sound = createSound(() => port);
    sound.enabled = true;
    sound.play(name, 200, 3);
    const written = sounds[name](3, () => 0.5);
    expect(started.map(({ kind }) => kind)).toEqual(written.map(({ kind }) => kind));
    for (const { at, until } of started) {
      expect(at).toBeGreaterThanOrEqual(10.2);
      expect(until).toBeGreaterThan(at);
    }
  });

  it('is hushed before it is heard', () => {
    const { audio, gains, port } = fakeAudio();
    const sound = createSound(() => port);
    sound.enabled = true;
    sound.play('place');
    sound.play('home', 500, 2);
    audio.currentTime += 0.1;
    sound.hush();
    const hushed = gains.filter(({ gain }) => gain.setTargetAtTime.mock.calls.length > 0);
    expect(hushed).toHaveLength(sounds.home(2, () => 0.5).length);
  });

  it('climbs without a false note, and goes on climbing', () => {
    const climb = Array.from({ length: 30 }, (_, i) => climbed(i + 1));
    for (const halfTones of climb) expect([0, 2, 4, 7, 9]).toContain(halfTones % 12);
    expect(climb.slice(0, 13)).toEqual([...climb.slice(0, 13)].sort((a, b) => a - b));
    expect(new Set(climb.slice(0, 13)).size).toBe(13);
    // Never the same tone twice in a row, and none that a phone cannot sound.
    expect(climb.every((tone, i) => i === 0 || tone !== climb[i - 1])).toBe(true);
    expect(Math.max(...climb)).toBeLessThanOrEqual(28);
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

  it('comes back after a call, and where the audio was closed or fails', () => {
    const all = [fakeAudio(), fakeAudio(), fakeAudio()];
    let opened = 0;
    const sound = createSound(() => all[opened++]!.port);
    sound.enabled = true;
    sound.play('place');
    const [first, second, third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]];
    first.audio.state = 'running';
    sound.play('home');
    expect(first.audio.resume).toHaveBeenCalledTimes(1);
    first.audio.state = 'interrupted';
    sound.play('turned');
    expect(first.audio.resume).toHaveBeenCalledTimes(2);
    first.audio.state = 'closed';
    second.audio.currentTime = 10;
    sound.play('place', 100);
    expect([opened, second.started.length > 0]).toEqual([2, true]);
    second.audio.createOscillator = second.audio.createBufferSource = () => {
      throw new Error('lost');
    };
    sound.play('win');
    expect(sound.enabled).toBe(true);
    sound.play('win');
    expect([opened, third.started.length > 0]).toEqual([3, true]);
  });

  it('lets the music of others go on, where a browser asks for that', () => {
    const audioSession = { type: 'auto' };
    vi.stubGlobal('navigator', { audioSession });
    vi.stubGlobal('AudioContext', function () {
      return fakeAudio().port;
    });
    Object.assign(table, { enabled: true }).play('place');
    expect(audioSession.type).toBe('ambient');
  });

  it('goes silent where there is no audio', () => {
    const sound = createSound(() => {
      throw new Error('no audio');
    });
    sound.enabled = true;
    expect(() => sound.play('win')).not.toThrow();
    expect(sound.enabled).toBe(false);
  });

  it('keeps every sound short and within the noise that is kept, and no two alike', () => {
    for (const [name, make] of Object.entries(sounds)) {
      for (const count of [1, 5, 40]) {
        for (const { kind, start, length, level, attack } of make(count, Math.random)) {
          expect(start + length, name).toBeLessThan(4.2);
          expect(level, name).toBeLessThanOrEqual(1);
          expect(attack, name).toBeGreaterThanOrEqual(0.003);
          if (kind === 'noise') expect(length, name).toBeLessThan(0.3);
        }
      }
    }
    expect(sounds.place(1, () => 0.1)).not.toEqual(sounds.place(1, () => 0.9));
  });
});
