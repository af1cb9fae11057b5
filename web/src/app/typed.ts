/** Pasted and typed text, made what the page reads. */
import type { Solver } from '../engine/solver.ts';
import { isDealNumber, parseRoute, type Route } from './routes.ts';

/** The text without characters that nobody sees, and with plain blanks and digits. */
const visible = (text: string): string => text.normalize('NFKC').replace(/[\u200B-\u200F\u2060\uFEFF]|[\uFE0E\uFE0F]/g, '');

/** A record or a position without what is around it, as the program reads it, too; the same text if the solver cannot be had. */
export async function cleaned(solver: Solver, text: string): Promise<string> {
  try {
    return (await solver.run<{ text: string }>({ rank: 'search', first: [`clean\n${text}`] }).result)?.answer.text ?? text;
  } catch {
    return text;
  }
}

const deal = /(?:#\/|\b)([a-z][a-z-]{2,39})[#/](\d+)(?:\?[a-z0-9-]*[a-z0-9])?/gi;

/** The deals that a visible text names or links to, as addresses. */
function dealsIn(text: string): string[] {
  return [...text.matchAll(deal)].map(([all]) => `#/${all.replace(/^#?\//, '').replace('#', '/')}`);
}

/**
 * Where a pasted text leads: to each game that a link in it may hold, of which the first is the most likely, or to a deal
 * of a game that there is. A long link may be broken into lines.
 */
export function routesIn(text: string, knows: (game: string) => boolean): Route[] {
  const plain = visible(text);
  const start = plain.indexOf('#/shared/');
  if (start >= 0) {
    const [first = '', ...lines] = plain.slice(start + '#/shared/'.length).split(/[ \t>]*\r?\n[ \t>]*/);
    let data = /^[\w-]*/.exec(first)![0];
    const routes: Route[] = [{ page: 'shared', data }];
    if (data === first)
      for (const line of lines) {
        const more = /^[\w-]*/.exec(line)![0];
        if (more === '') break;
        data += more;
        routes.push({ page: 'shared', data });
        if (more !== line) break;
      }
    return routes;
  }
  for (const address of dealsIn(plain)) {
    const route = parseRoute(address);
    if (route.page === 'play' && route.deal !== '' && knows(route.game)) return [route];
  }
  return [];
}

/** A deal number as people and the page write it, of this game; "" if it is none. */
export function typedNumber(text: string, game: string): string {
  const plain = visible(text).trim();
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
