/**
 * The sounds of the table, made when they are played: bursts of filtered noise for paper, tones that die away for the
 * rest. Cards that come home in a row climb a scale without a false note (five tones, with a bass below), so that a fast
 * finish is a tune. All times are in seconds from the start of the sound, frequencies in Hz, levels 0 to 1.
 *
 * `e2e/sound.spec.ts` renders each of them, and measures how loud it is: levels are chosen by that.
 */
export interface Burst {
  kind: 'noise' | 'tone';
  start: number;
  length: number;
  /** middle of the noise's band, or the tone; it glides to `to` */
  from: number;
  to: number;
  level: number;
  /** s in which the sound swells; the rest fades */
  attack: number;
}

/** A number between 0 and 1, for variety. */
export type Chance = () => number;

/** About as much as this, up or down by a share of it. */
const near = (value: number, share: number, chance: Chance): number => value * (1 + share * (2 * chance() - 1));

const noise = (start: number, length: number, from: number, to: number, level: number, attack: number): Burst => ({
  kind: 'noise',
  start,
  length,
  from,
  to,
  level,
  attack,
});
const tone = (start: number, length: number, from: number, level: number, to = from, attack = 0.004): Burst => ({
  kind: 'tone',
  start,
  length,
  from,
  to,
  level,
  attack,
});

/** A plucked tongue of metal on wood: its tone, and two that are gone sooner. */
const pluck = (start: number, length: number, pitch: number, level: number): Burst[] => [
  tone(start, length, pitch, level),
  tone(start, length * 0.45, pitch * 2, level * 0.3),
  tone(start, length * 0.16, pitch * 5.4, level * 0.12),
];

/** A card put down: paper on felt, and the table below. */
const tap = (start: number, level: number, chance: Chance): Burst[] => {
  const high = near(2300, 0.15, chance);
  return [noise(start, 0.05, high, high * 0.4, level, 0.003), tone(start, 0.085, near(150, 0.08, chance), level * 0.75, 85, 0.003)];
};

/** The tonic, D, and five tones of its octave, in half-tones. */
const tonic = 293.66;
const scale = [0, 2, 4, 7, 9] as const;
/** what the bass plays below four tones each: D, B, G, A */
const roots = [-12, -15, -19, -17] as const;
const pitch = (halfTones: number): number => tonic * 2 ** (halfTones / 12);

/** The n-th tone of a climb over two octaves and a half; then it goes on from the middle of it. */
export function climbed(n: number): number {
  const most = 13;
  const step = n <= most ? n - 1 : 5 + ((n - most - 1) % (most - 5));
  return scale[step % 5]! + 12 * Math.floor(step / 5);
}

/** `count` is that of the moment: the how-manieth card home in a row, the how-manieth foundation that is complete. */
type Make = (count: number, chance: Chance) => Burst[];

const made = {
  /** paper on paper: cards that go back, or come from the stock */
  slide: (_, chance) => {
    const low = near(1300, 0.15, chance);
    return [noise(0, near(0.15, 0.15, chance), low, low * 2.2, 0.54, 0.06)];
  },
  place: (_, chance) => tap(0, near(0.76, 0.12, chance), chance),
  turned: (_, chance) => [
    noise(0, 0.07, near(2000, 0.1, chance), 4200, 0.36, 0.03),
    ...tap(0.06, 0.46, chance),
    ...pluck(0.065, 0.3, pitch(19), 0.07),
  ],
  home: (count, chance) => [
    ...tap(0, 0.2, chance),
    ...pluck(0.005, 0.75, pitch(climbed(count)), 0.15),
    ...(count % 4 === 1 ? pluck(0.005, 1.1, pitch(roots[Math.floor(count / 4) % 4]!), 0.09) : []),
  ],
  /** an open fifth, as of an empty room */
  emptied: () => [...pluck(0, 0.9, pitch(-12), 0.13), ...pluck(0.07, 0.9, pitch(-5), 0.12)],
  /** each foundation lifts the chord by a step of the scale */
  complete: (count) =>
    [0, 7, 12, 16, 19].flatMap((halfTones, i) => pluck(i * 0.065, 1.3 - i * 0.1, pitch(halfTones + scale[(count - 1) % 5]!), 0.078)),
  deal: (_, chance) =>
    Array.from({ length: 9 }, (_, i) => near(i * 0.062, 0.08, chance)).flatMap((at) => {
      const low = near(1700, 0.15, chance);
      return [noise(at, 0.05, low, low * 1.9, 0.21, 0.02), ...tap(at + 0.04, 0.28, chance)];
    }),
  /** two knocks on the wood below the felt */
  refuse: (_, chance) =>
    [0, 0.1].flatMap((at) => [tone(at, 0.13, near(118, 0.04, chance), 0.38, 78, 0.004), noise(at, 0.03, 700, 300, 0.18, 0.003)]),
  /** home by way of the fourth and the fifth, and the whole chord at the end */
  win: () => {
    const chords = [
      [-12, 0, 4, 7],
      [-19, -7, 0, 5],
      [-17, -5, 2, 7],
    ] as const;
    const broken = chords.flatMap((chord, i) => chord.flatMap((halfTones, j) => pluck(i * 0.48 + j * 0.12, 0.9, pitch(halfTones), 0.062)));
    const last = [-12, -5, 0, 4, 7, 12, 16, 24].flatMap((halfTones, i) => pluck(1.44 + i * 0.045, 2.2, pitch(halfTones), 0.046));
    return [...broken, ...last];
  },
} satisfies Record<string, Make>;

export type SoundName = keyof typeof made;
export const sounds: Readonly<Record<SoundName, Make>> = made;

/** Where sounds go: the gain of all of them. */
export interface Room {
  audio: BaseAudioContext;
  /** at the entrance */
  gain: GainNode;
  noise: AudioBuffer;
}

const noiseSeconds = 0.3;
/** of the echo of a small room, s, and how much of it is heard */
const [echoSeconds, echoLevel] = [0.5, 0.1];

/** A small room with an echo; whatever is too loud at once is turned down. */
export function room(audio: BaseAudioContext): Room {
  const buffer = (seconds: number, fill: (share: number) => number): AudioBuffer => {
    const made = audio.createBuffer(1, Math.ceil(audio.sampleRate * seconds), audio.sampleRate);
    const samples = made.getChannelData(0);
    for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * fill(i / samples.length);
    return made;
  };
  const gain = audio.createGain();
  const limit = audio.createDynamicsCompressor();
  limit.threshold.value = -9;
  limit.knee.value = 6;
  limit.ratio.value = 12;
  limit.attack.value = 0.002;
  limit.release.value = 0.12;
  const echo = audio.createConvolver();
  echo.buffer = buffer(echoSeconds, (share) => (1 - share) ** 3);
  const wet = audio.createGain();
  wet.gain.value = echoLevel;
  gain.connect(limit);
  gain.connect(echo);
  echo.connect(wet);
  wet.connect(limit);
  limit.connect(audio.destination);
  return { audio, gain, noise: buffer(noiseSeconds, () => 1) };
}

/** Sounds a burst at a time of the audio clock. What it returns can be silenced. */
export function start({ audio, gain: out, noise: paper }: Room, burst: Burst, at: number): GainNode {
  const begin = at + burst.start;
  const end = begin + burst.length;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.linearRampToValueAtTime(burst.level, begin + Math.min(burst.attack, burst.length / 2));
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(out);
  const glide = (frequency: AudioParam) => {
    frequency.setValueAtTime(burst.from, begin);
    frequency.exponentialRampToValueAtTime(burst.to, end);
  };
  let source: OscillatorNode | AudioBufferSourceNode;
  if (burst.kind === 'tone') {
    source = audio.createOscillator();
    glide(source.frequency);
    source.connect(gain);
  } else {
    source = audio.createBufferSource();
    source.buffer = paper;
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.Q.value = 0.8;
    glide(filter.frequency);
    source.connect(filter);
    filter.connect(gain);
  }
  source.start(begin);
  source.stop(end);
  return gain;
}
