/**
 * The sounds of the table, made when they are played: bursts of filtered noise for cards, plain tones for the rest.
 * All times are in seconds from the start of the sound, frequencies in Hz, levels 0 to 1.
 */
export type SoundName = 'slide' | 'place' | 'turn' | 'deal' | 'win' | 'refuse';

export interface Burst {
  kind: 'noise' | 'tone';
  start: number;
  length: number;
  /** middle of the noise's band, or the tone; it glides to `to` */
  from: number;
  to: number;
  level: number;
  /** share of `length` in which the sound swells; the rest fades */
  attack: number;
}

const noise = (start: number, length: number, from: number, to: number, level: number, attack: number): Burst => ({
  kind: 'noise',
  start,
  length,
  from,
  to,
  level,
  attack,
});
const tone = (start: number, length: number, from: number, to: number, level: number): Burst => ({
  kind: 'tone',
  start,
  length,
  from,
  to,
  level,
  attack: 0.04,
});

/** A card put down: a dry tap with a little wood under it. */
const tap = (start: number, level: number): Burst[] => [
  noise(start, 0.045, 2600, 1100, level, 0.05),
  tone(start, 0.06, 190, 120, level * 0.5),
];

export const sounds: Record<SoundName, readonly Burst[]> = {
  slide: [noise(0, 0.13, 1500, 3200, 0.22, 0.5)],
  place: tap(0, 0.5),
  turn: [noise(0, 0.07, 2200, 4200, 0.25, 0.4), ...tap(0.07, 0.35)],
  deal: [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [noise(i * 0.07, 0.06, 1800, 3400, 0.16, 0.4), ...tap(i * 0.07 + 0.05, 0.2)]),
  win: [523.25, 659.25, 783.99, 1046.5, 1318.5].map((note, i) => tone(i * 0.13, i === 4 ? 1.1 : 0.45, note, note, 0.22)),
  refuse: [tone(0, 0.11, 196, 185, 0.3), tone(0.12, 0.16, 165, 147, 0.3)],
};
