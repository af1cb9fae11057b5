/**
 * The shows after a win. Each game has one that goes with its rules. Every card leaves its foundation, goes its way, and
 * returns; those on top first and last.
 */
import type { GameInfo } from '../engine/contract.ts';
import type { CardPlace } from './blocks.ts';
import type { Layout } from './layout.ts';

/** Where a card is in a show: its middle, in px; how far it is turned, rad; its size. */
interface Pose {
  x: number;
  y: number;
  angle: number;
  size: number;
}

interface Room {
  width: number;
  height: number;
  /** cards in the show */
  count: number;
  /** of a card, px */
  card: { width: number; height: number };
}

/** The pose of the i-th card, when a share of the time has gone by. */
type Dance = (i: number, share: number, room: Room) => Pose;

const full = 2 * Math.PI;
const fitting = (wanted: number, room: Room): number => Math.min(1, wanted / room.card.height);

/** Five rings, laid out as on a die. */
const quincunx: Dance = (i, share, room) => {
  const middles = [
    [0.5, 0.5],
    [0.22, 0.25],
    [0.78, 0.25],
    [0.22, 0.75],
    [0.78, 0.75],
  ] as const;
  const [mx, my] = middles[i % 5]!;
  const radius = Math.min(room.width, room.height) / 6.5;
  const angle = (Math.floor(i / 5) / (room.count / 5) + share * 1.5) * full;
  return {
    x: mx * room.width + Math.sin(angle) * radius,
    y: my * room.height - Math.cos(angle) * radius,
    angle,
    size: fitting(radius * 0.8, room),
  };
};

/** A big ring that breathes in, and out again: what was hidden comes to light. */
const breath: Dance = (i, share, room) => {
  const wide = 0.62 - 0.38 * Math.cos(share * full * 2);
  const [rx, ry] = [room.width * 0.42 * wide, room.height * 0.4 * wide];
  const angle = (i / room.count + share * 0.8) * full;
  return {
    x: room.width / 2 + Math.sin(angle) * rx,
    y: room.height / 2 - Math.cos(angle) * ry,
    angle,
    size: fitting(Math.min(room.width, room.height) * (0.1 + 0.12 * wide), room),
  };
};

/** Pairs go up and down: a clock, twelve hours of cards, and a pendulum of the others. */
const clock: Dance = (i, share, room) => {
  // The cards of three and nine o'clock lie across, and stay on a narrow table.
  const radius = Math.min(room.width * 0.36, room.height * 0.3);
  const [mx, my] = [room.width / 2, room.height * 0.36];
  const dial = Math.ceil(room.count * 0.72);
  const size = fitting(radius * 0.36, room);
  if (i < dial) {
    // The dial moves on by one hour at each tick.
    const ticks = share * 12;
    const ticked = Math.floor(ticks) + Math.min(1, (ticks % 1) * 3);
    const angle = ((i % 12) / 12 + ticked / 12) * full;
    const far = radius * (1 + 0.025 * Math.floor(i / 12));
    return { x: mx + Math.sin(angle) * far, y: my - Math.cos(angle) * far, angle, size };
  }
  const swing = Math.sin(share * full * 3) * 0.5;
  const down = ((i - dial) / Math.max(1, room.count - dial - 1)) * Math.min(room.height * 0.52, room.width * 0.8);
  return { x: mx - Math.sin(swing) * down, y: my + Math.cos(swing) * down, angle: swing, size };
};

/** All lies open, and goes round: two wheels, one in the other. */
const wheels: Dance = (i, share, room) => {
  const outer = i % 2 === 0;
  const turns = outer ? share * 2 : -share * 2;
  const angle = (i / room.count + turns) * full;
  const part = outer ? 0.4 : 0.22;
  return {
    x: room.width / 2 + Math.sin(angle) * room.width * part,
    y: room.height / 2 - Math.cos(angle) * room.height * part,
    angle,
    size: fitting(Math.min(room.width, room.height) * (outer ? 0.18 : 0.12), room),
  };
};

/** Columns hang from above, and grow, and drip. */
const columns: Dance = (i, share, room) => {
  const many = 13;
  const column = i % many;
  const deep = Math.floor(i / many);
  const grown = 0.35 + 0.65 * Math.sin(Math.PI * Math.min(1, share * 1.15));
  const long = room.height * 0.17 * (1 + 0.5 * Math.sin(column * 2.4));
  const last = deep >= Math.floor((room.count - 1) / many);
  const drop = last ? Math.sin(Math.PI * (share * 3 + column * 0.37)) ** 2 : 0;
  const size = fitting(room.width / many / 0.78, room);
  return {
    x: ((column + 0.5) / many) * room.width,
    y: room.card.height * size * 0.4 + deep * long * grown + drop * (room.height - deep * long * grown - room.card.height * size),
    angle: Math.sin(share * full + column) * 0.06,
    size,
  };
};

/** The stock comes in waves: a fleet in three lines, on the swell. */
const fleet: Dance = (i, share, room) => {
  const lines = 3;
  const line = i % lines;
  const ships = Math.ceil(room.count / lines);
  // They sail out, and back.
  const along = (Math.floor(i / lines) + 0.5) / ships + 0.12 * Math.sin(share * full) * (line % 2 === 0 ? 1 : -1);
  const swell = (along * 2 + share * 2 + line * 0.3) * full;
  const high = room.height * 0.09;
  return {
    x: (along * 1.1 - 0.05) * room.width,
    y: room.height * (0.24 + 0.26 * line) + Math.sin(swell) * high,
    angle: Math.cos(swell) * 0.35,
    size: fitting(Math.min(room.height * 0.17, room.width * 0.22), room),
  };
};

type Rules = Pick<GameInfo, 'stockDealsToReserves' | 'increments' | 'reserveOpen' | 'tableauCapacity' | 'hasFaceDown'>;

function danceOf(rules: Rules): Dance {
  if (rules.stockDealsToReserves) return fleet;
  if (rules.increments.length > 0) return columns;
  if (rules.reserveOpen) return wheels;
  if (rules.tableauCapacity > 0) return clock;
  return rules.hasFaceDown ? breath : quincunx;
}

/** how long a show takes, ms */
export const showTime = 6000;

/** Poses between those at which a card leaves its foundation and is back. */
const poses = 40;
/** shares of the time: until the last card sets out, and for the way from or to a foundation */
const [spread, way] = [0.14, 0.13];
const round = (value: number): number => Math.round(value * 100) / 100;

/** The flight of each card, by its id. */
export function celebration(rules: Rules, layout: Layout, width: number, height: number): Map<number, Keyframe[]> {
  const dance = danceOf(rules);
  const cards = [...layout.cards.values()].sort((a, b) => b.index - a.index || a.x - b.x);
  const card: Pick<CardPlace, 'width' | 'height'> = cards[0] ?? { width: 1, height: 1 };
  const room: Room = { width, height, count: cards.length, card };
  return new Map(
    cards.map((card, i) => {
      const out = (i / cards.length) * spread;
      const at = ({ x, y, angle, size }: Pose, offset: number): Keyframe => ({
        offset,
        transform: `translate(${round(x)}px, ${round(y)}px) rotate(${round(angle)}rad) scale(${round(size)}) translate(-50%, -50%)`,
      });
      const rest = { x: card.x + card.width / 2, y: card.y + card.height / 2, size: 1 };
      const [begin, end] = [out + way, 1 - out - way];
      const danced = Array.from({ length: poses + 1 }, (_, k) => {
        const offset = begin + ((end - begin) * k) / poses;
        return at(dance(i, offset, room), offset);
      });
      // It turns upright by the shortest way.
      const upright = (angle: number): number => Math.round(angle / full) * full;
      const [first, last] = [dance(i, begin, room).angle, dance(i, end, room).angle];
      const home = (angle: number, offset: number): Keyframe => at({ ...rest, angle: upright(angle) }, offset);
      danced[poses] = { ...danced[poses]!, easing: 'ease-in-out' };
      return [card.id, [home(first, 0), { ...home(first, out), easing: 'ease-in-out' }, ...danced, home(last, 1 - out), home(last, 1)]];
    }),
  );
}
