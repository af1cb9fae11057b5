/**
 * Home's words and pictures of each game, made while building: texts from the rules pages, figures from the tables of
 * docs/odds.md, and a picture of a real deal. Nothing here is typed in by hand, so nothing can be out of date.
 */
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

/** The rows of a table between `<!-- name -->` and `<!-- end of name -->`, by their first cell. */
export function tableOf(page: string, name: string): Map<string, string[]> {
  const [, table] = new RegExp(`<!-- ${name} -->([\\s\\S]*?)<!-- end of ${name} -->`).exec(page) ?? [];
  if (table === undefined) throw new Error(`there is no table “${name}”`);
  const rows = table.trim().split('\n').slice(2);
  return new Map(
    rows
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .map(([first = '', ...rest]) => [first, rest]),
  );
}

/** "89.0 % (86.0 to 91.5), 500 deals" -> 89; null for an empty cell */
export function percent(cell: string | undefined): number | null {
  if (cell === undefined || cell === '') return null;
  const found = /^(\d+(?:\.\d+)?) %/.exec(cell);
  if (!found) throw new Error(`not a percentage: “${cell}”`);
  return Number(found[1]);
}

/** From docs/winnability.md, three of each kind. */
export function knownDeals(page: string, games: readonly Pick<HomeGame, 'id' | 'name'>[]): KnownDeals[] {
  const table = tableOf(page, 'deals');
  const numbers = (cell = ''): string[] => [...cell.matchAll(/(\d+) \(/g)].slice(0, 3).map((found) => found[1]!);
  return games.map(({ id, name }) => {
    const [hardest, lost] = table.get(`\`${id}\``) ?? [];
    return { id, name, hardest: numbers(hardest), lost: numbers(lost) };
  });
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
