import { describe, expect, it } from 'vitest';
import { routeText } from './routes.ts';
import { routesIn, typedNumber } from './typed.ts';

const knows = (game: string) => ['gargantua', 'stalactites', 'carthage-strict'].includes(game);
const found = (text: string) => routesIn(text, knows).map(routeText);
const page = 'https://example.org/q/';
const game = `${page}#/shared/1abc-_09`;

describe('what is pasted', () => {
  it('is a link, whatever is around it', () => {
    for (const text of [
      game,
      `<${game}>`,
      `(${game})`,
      `"${game}"`,
      `„${game}“`,
      `[my game](${game})`,
      `${game}.`,
      `${game},`,
      `${game}\u200B`,
      `\uFEFF${game}\r\n`,
      `${game} look at this`,
      `Try\n${game}\n\nBye, Anna`,
      `> Try\n> ${game} (mine)`,
      `${game}?utm_source=x`,
    ])
      expect(found(text), text).toEqual(['#/shared/1abc-_09']);
  });

  it('may be a link that was broken into lines', () => {
    expect(found(`${page}#/shared/1abc\ndef\nghi.\nAnna`)).toEqual(['#/shared/1abc', '#/shared/1abcdef', '#/shared/1abcdefghi']);
    expect(found(`> ${page}#/shared/1abc\r\n> def\r\n`)).toContain('#/shared/1abcdef');
  });

  it('may be a deal, by its link or its name', () => {
    for (const [text, address] of [
      [`${page}#/stalactites/7`, '#/stalactites/7'],
      [`Quincunx · Stalactites #7\nCan you win this deal?\n${page}#/stalactites/7`, '#/stalactites/7'],
      [`(${page}#/Gargantua/4711).`, '#/gargantua/4711'],
      [`${page}#/stalactites/7?day-2026-12-05.`, '#/stalactites/7?day-2026-12-05'],
      ['stalactites#7', '#/stalactites/7'],
      ['Try gargantua#18446744073709551615!', '#/gargantua/18446744073709551615'],
      ['carthage-strict#1', '#/carthage-strict/1'],
    ] as const)
      expect(found(text), text).toEqual([address]);
  });

  it('is otherwise left alone', () => {
    for (const text of ['', 'hello', 'issue#12', '#/faq', `${page}#/about`, 'stalactites#0', 'stalactites#18446744073709551616', 'km/100'])
      expect(found(text), text).toEqual([]);
  });
});

describe('a deal number', () => {
  it('is read as people and the page write it', () => {
    for (const text of [
      '12345',
      '#12345',
      ' # 12345 ',
      '12,345',
      '12.345',
      '12 345',
      '12\u00A0345',
      '12\u202F345',
      '12’345',
      '１２３４５',
      '\u200B12345',
      '0012345',
      'gargantua#12345',
      `${page}#/gargantua/12345`,
      `${page}#/gargantua/12345?winnable`,
    ])
      expect(typedNumber(text, 'gargantua'), text).toBe('12345');
    expect(typedNumber('18,446,744,073,709,551,615', 'gargantua')).toBe('18446744073709551615');
    expect(typedNumber(' #18446744073709551615', 'gargantua')).toBe('18446744073709551615');
  });

  it('is never guessed', () => {
    for (const text of ['', '0', '1.5', '1,5', '12,34', '1.234,567', '-1', '1e3', '18446744073709551616', 'carthage#12345', '12 34'])
      expect(typedNumber(text, 'gargantua'), text).toBe('');
  });
});
