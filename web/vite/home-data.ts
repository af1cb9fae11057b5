/**
 * Home's words and pictures of each game, made while building: texts from the rules pages, figures from the data of
 * the documents, and a picture of a real deal. Nothing here is typed in by hand, so nothing can be out of date.
 */
import { existsSync, readFileSync } from 'node:fs';
import { faceSvg } from '../src/cards/faces.ts';
import { parseCard } from '../src/cards/parse.ts';
import { backSvg } from '../src/cards/backs.ts';
import type { GameInfo, View } from '../src/engine/contract.ts';
import type { Size } from '../src/ground/rects.ts';
import { still } from '../src/table/still.ts';
import type { HomeGame, KnownDeals } from '../src/pages/home-game.ts';
import { faceColors } from '../src/theme/face-colors.ts';

/** The picture's size, in units of its own; it is shown at any width. */
const pictureSize: Size = { width: 640, height: 340 };

/** A folded study: what the tables of the documents are made from, too (lab/study_data.py). */
interface Study {
  parts: readonly { count: number }[];
  /** of a player: deals that it won */
  won?: readonly number[];
  /** of the solver, with the number of nodes before each deal */
  hardest?: readonly [number, number][];
  easiest?: readonly [number, number][];
}

/** For each game: how many moves its won games have. */
export type Lengths = Partial<Record<string, { won: number; low: number; median: number; high: number }>>;

const studies = new URL('../../docs/winnability/', import.meta.url);

/** Null for one that has not been made. */
export function studyOf(name: string): Study | null {
  const file = new URL(`${name}.json`, studies);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Study) : null;
}

/** Deals in a hundred that a player won, as exact as the documents say it. */
export function wonBy(study: Study | null): number | null {
  if (!study?.won) return null;
  const deals = study.parts.reduce((sum, { count }) => sum + count, 0);
  return Number(((100 * study.won.length) / deals).toFixed(2));
}

/** Three of each kind. */
export function knownDeals(games: readonly Pick<HomeGame, 'id' | 'name'>[]): KnownDeals[] {
  const numbers = (deals: readonly [number, number][] = []): string[] => deals.slice(0, 3).map(([, number]) => String(number));
  return games.map(({ id, name }) => {
    const { hardest, easiest } = studyOf(id) ?? {};
    return { id, name, hardest: numbers(hardest), lost: numbers(easiest) };
  });
}

/** Some deals of a game that a player of the study won. Each number of the list says how much larger it is than the one before. */
export function wonDeals(id: string): string[] {
  let number = 0;
  const { won = [] } = studyOf(`${id}-fair`) ?? studyOf(`${id}-instant`) ?? {};
  return won.slice(0, 16).map((more) => String((number += more)));
}

const two = (value: number): string => String(Math.round(value * 10) / 10);

/** A view as an SVG document: laid out as on the table, with the faces of small cards. */
export function pictureOf(game: GameInfo, view: View): string {
  const colors = faceColors('two-color', 'light');
  const { cards, places } = still(game, view, pictureSize);
  const radius = 12;
  const symbols = new Map<string, string>();
  for (const { card } of cards) {
    const id = card ?? 'back';
    const name = card === null ? null : parseCard(card);
    const whole = name ? faceSvg(name, 'index', colors) : backSvg('quincunx', colors.paper);
    const inside = whole.replace(/^<svg[^>]*>|<\/svg>$/g, '').replace(/^<rect[^>]*>/, '');
    const paper = `<rect x="2" y="2" width="236" height="332" rx="${radius}" fill="${colors.paper}" stroke="#0006" stroke-width="4"/>`;
    symbols.set(id, `<symbol id="${id}" viewBox="0 0 240 336">${paper}${inside}</symbol>`);
  }
  const drawn = places.map(
    ({ rect }) =>
      `<rect x="${two(rect.x)}" y="${two(rect.y)}" width="${two(rect.width)}" height="${two(rect.height)}" rx="${two(rect.width / 18)}" fill="none" stroke="#fff6" stroke-width="1.5"/>`,
  );
  const uses = cards.map(
    (card) =>
      `<use href="#${card.card ?? 'back'}" x="${two(card.x)}" y="${two(card.y)}" width="${two(card.width)}" height="${two(card.height)}"/>`,
  );
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureSize.width} ${pictureSize.height}" width="${pictureSize.width}" height="${pictureSize.height}">` +
    `<defs>${[...symbols.values()].join('')}</defs>${drawn.join('')}${uses.join('')}</svg>`
  );
}

/** Five cards as on a die, with their court pictures. */
export function heroPicture(): string {
  const colors = faceColors('two-color', 'light');
  const face = { width: 150, height: 210 };
  const size = { width: 620, height: 560 };
  const cards: [string, number, number, number][] = [
    ['KH', 140, 140, -14],
    ['QC', 480, 140, 14],
    ['JD', 140, 420, -166],
    ['KS', 480, 420, 166],
    ['AS', 310, 280, 0],
  ];
  const drawn = cards.map(([card, x, y, turn]) => {
    const picture = faceSvg(parseCard(card)!, 'full', colors)
      .replace(
        / width="240" height="336">/,
        ` x="${-face.width / 2}" y="${-face.height / 2}" width="${face.width}" height="${face.height}">`,
      )
      // Parts that a face uses twice have names of their own.
      .replace(/(id="|href="#)(\w+)"/g, `$1${card}-$2"`);
    const edge = `<rect x="${-face.width / 2 - 4}" y="${-face.height / 2 - 4}" width="${face.width + 8}" height="${face.height + 8}" rx="11"`;
    return `<g transform="translate(${x} ${y}) rotate(${turn})">${edge} fill="#0004" transform="translate(3 6)"/>${edge} fill="${colors.paper}" stroke="#0005"/>${picture}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}">${drawn.join('')}</svg>`;
}
