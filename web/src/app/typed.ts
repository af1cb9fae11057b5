/** Pasted and typed text, made what the page reads. */
import { request } from '../engine/request.ts';
import { asked, type Solver } from '../engine/solver.ts';
import { isDealNumber, parseRoute, type Route } from './routes.ts';

/** Characters that nobody sees, as in engine/cleaned.cpp. */
const unseen = '\uFE0E\uFE0F\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF';

/** The text without characters that nobody sees, and with plain blanks and digits. */
const visible = (text: string): string => text.normalize('NFKC').replace(new RegExp(`[${unseen}]`, 'g'), '');

/** Nobody pastes more than a record can have, and no link stands behind that, UTF-16 units. */
export const largest = 1024 * 1024;

export type Other = 'games' | 'position' | 'certificate' | 'puzzles' | 'lab';
type Kind = 'record' | Other;

const kinds: Record<string, Kind> = { record: 'record', games: 'games', certificate: 'certificate', puzzles: 'puzzles' };
// Blank lines are lines of their own: many of them are not looked at once more from each.
const first = new RegExp(
  `^[${unseen} \\t>\\u00A0]*(?:quincunx-([a-z]+)[^\\S\\n\\r]+\\d|game[^\\S\\n\\r]+[a-z-]+[${unseen} \\t]*\\r?\\n\\s*(?:redeals|choice|rules|F1)\\b)`,
  'm',
);

/** The kind of a text of ours, and where in it that begins, whatever is around it; null if it is none. */
export function known(text: string): { kind: Kind; at: number } | null {
  const found = first.exec(text);
  if (!found) return null;
  const [, own] = found;
  return { kind: own === undefined ? 'position' : (kinds[own] ?? 'lab'), at: found.index };
}

export const begins = (bytes: Uint8Array, ...sign: number[]): boolean => sign.every((byte, i) => bytes[i] === byte);

/** The text of a file, whichever Unicode an editor has saved it in. */
export function textOf(bytes: Uint8Array): string {
  const wide = begins(bytes, 0xff, 0xfe) ? 'utf-16le' : begins(bytes, 0xfe, 0xff) ? 'utf-16be' : 'utf-8';
  return new TextDecoder(wide).decode(bytes);
}

/** A record or a position without what is around it, as the program reads it, too; the same text if the solver cannot be had. */
export async function cleaned(solver: Solver, text: string): Promise<string> {
  try {
    return (await asked(solver, request('clean', { lines: text })))?.text ?? text;
  } catch {
    return text;
  }
}

/** A link that was broken into more lines is none of ours. */
const mostLines = 100;

const runs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * Links without what gateways of mail and pages that ask first have put around them. Most add the link to their own, with
 * percent signs, in which only the characters of our addresses matter; Proofpoint has two ways of its own.
 */
const unwrapped = (text: string): string =>
  text
    .replace(/\burldefense\.(?:proofpoint\.)?com\/v2\/url\?u=([^&\s]+)/gi, (_, link: string) =>
      link.replaceAll('-', '%').replaceAll('_', '/'),
    )
    .replace(/\/v3\/__((?:(?!\/v3\/__)\S)+?)__;([\w-]{2,})!/g, (all, link: string, letters: string) => {
      let at = 0;
      try {
        const bytes = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
        const gone = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
        return link.replace(/\*(?:\*(\w|-))?/g, (_, run?: string) => {
          const from = at;
          at += run === undefined ? 1 : runs.indexOf(run) + 2;
          return gone.slice(from, at);
        });
      } catch {
        return all;
      }
    })
    .replace(/%(?:25)*(2[3df]|3f|5f)/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    .replaceAll('#!/', '#/');

const deal = /(?:#\/|\b)([a-z][a-z-]{2,39})[#/](\d+)(?:\?[a-z0-9-]*[a-z0-9])?/gi;

/** The deals that a visible text names or links to, as addresses. */
function dealsIn(text: string): string[] {
  return [...text.matchAll(deal)].map(([all]) => `#/${all.replace(/^#?\//, '').replace('#', '/')}`);
}

/**
 * Where a pasted text leads: to each game that a link in it may hold, of which the first is the most likely, or to a
 * puzzle, a day, a challenge or a deal of a game that there is. A long link may be broken into lines.
 */
export function routesIn(text: string, knows: (game: string) => boolean): Route[] {
  const plain = unwrapped(visible(text.slice(0, largest)));
  const start = plain.indexOf('#/shared/');
  if (start >= 0) {
    const [first = '', ...lines] = plain.slice(start + '#/shared/'.length).split(/[ \t>]*\r?\n[ \t>]*/);
    let data = /^[\w-]*/.exec(first)![0];
    const routes: Route[] = [{ page: 'shared', data }];
    if (data === first)
      for (const line of lines.slice(0, mostLines)) {
        const more = /^[\w-]*/.exec(line)![0];
        if (more === '') break;
        data += more;
        routes.push({ page: 'shared', data });
        if (more !== line) break;
      }
    return routes;
  }
  // Before deals: what follows the name of a game here may have digits only.
  for (const [address] of plain.matchAll(/#\/(?:puzzles|today|days|challenge)\/[\w/-]+(?:\?today\b)?/gi)) {
    const route = parseRoute(address);
    const { page } = route;
    if (page === 'challenge' || ((page === 'puzzles' || page === 'today') && (['', 'today'].includes(route.game) || knows(route.game))))
      return [route];
  }
  for (const address of dealsIn(plain)) {
    const route = parseRoute(address);
    if (route.page === 'play' && route.deal !== '' && knows(route.game)) return [route];
  }
  return [];
}

/** A deal number as people and the page write it, of this game; "" if it is none. */
export function typedNumber(text: string, game: string): string {
  const plain = unwrapped(visible(text)).trim();
  const [address] = dealsIn(plain);
  if (address !== undefined) {
    const route = parseRoute(address);
    return route.page === 'play' && route.game === game ? route.deal : '';
  }
  const digits = plain.replace(/^#\s*/, '');
  const whole = /^\d{1,3}([.,' \u2019_])\d{3}(?:\1\d{3})*$/.test(digits) ? digits.replace(/\D/g, '') : digits;
  const number = whole.replace(/^0+(?=\d)/, '');
  return isDealNumber(number) ? number : '';
}
