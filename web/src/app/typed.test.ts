import { describe, expect, it } from 'vitest';
import { routeText } from './routes.ts';
import { known, largest, routesIn, textOf, typedNumber } from './typed.ts';

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

  it('is a link that a gateway of mail or a page that asks first has wrapped, or whose # has become %23', () => {
    for (const inner of ['/carthage-strict/4711', '/shared/1abc-_09', '/today/2026-12-24', '/puzzles/gargantua/0123456789']) {
      const link = `${page}#${inner}`;
      const coded = encodeURIComponent(link);
      const proofpoint = link.replace(/[^a-zA-Z0-9./]/g, (c) => `-${c.charCodeAt(0).toString(16).toUpperCase()}`).replaceAll('/', '_');
      for (const text of [
        `${page}%23${inner}`,
        `${page}%23${inner.replaceAll('/', '%2F')}`,
        `${page}%2523${inner}`,
        `${page}%252523${inner}.`,
        `${page}#${inner.replaceAll('/', '%2f')}`,
        `${page}#!${inner}`,
        `https://eur01.safelinks.protection.outlook.com/?url=${coded}&data=05%7C02%7Canna%40example.org%7C1&sdata=ab%3D&reserved=0`,
        `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(`${page}%23${inner}`)}&data=05`,
        `https://www.google.com/url?q=${coded}&sa=D&source=hangouts&ust=1795903804&usg=AOv`,
        `https://l.facebook.com/l.php?u=${coded}&h=AT0`,
        `https://secure-web.cisco.com/1aBc-dEf/${coded}`,
        `https://linkprotect.cudasvc.com/url?a=${coded}&c=E,1,abc`,
        `https://steamcommunity.com/linkfilter/?u=${coded}`,
        `https://urldefense.proofpoint.com/v2/url?u=${proofpoint}&d=DwMFaQ&c=euGZstcaTDllvimEN8b7jXrwqOf-v5A_CdpgnVfiiMM&r=4`,
        `https://urldefense.com/v3/__${page}*${inner}__;Iw!!ABCD1234!xyz$`,
      ])
        expect(found(text), text).toEqual([`#${inner}`]);
    }
    // Two letters in a row, one that has more bytes, and the sign; and what follows a deal.
    const three = 'https://urldefense.com/v3/__https://example.org/**Aq/*/*/shared/1abc__;w6TDpOKCrCM!!A!x$';
    expect(found(three)).toEqual(['#/shared/1abc']);
    expect(found(encodeURIComponent(`${page}#/gargantua/7?winnable`))).toEqual(['#/gargantua/7?winnable']);
  });

  it('is a puzzle, a day or a challenge', () => {
    for (const [address, expected = address] of [
      ['#/puzzles/gargantua/1234567890'],
      ['#/puzzles/gargantua'],
      ['#/puzzles/gargantua/streak'],
      ['#/puzzles/today'],
      ['#/today/2026-12-24'],
      ['#/today/gargantua'],
      ['#/challenge/0123456789abcdef0123456789abcdef'],
    ])
      expect(found(`Can you win gargantua#7?\n<${page}${address}>`), address).toEqual([expected]);
    expect(found(`${page}#/puzzles/chess/1234567890`)).toEqual([]);
  });

  it('is known for what it is, by its first line, whatever is around it', () => {
    const kind = (text: string) => known(text)?.kind;
    expect(kind('quincunx-record 1\ngame gargantua\n')).toBe('record');
    expect(kind('My game:\n\n> \uFEFFquincunx-record 1\r\n> game x')).toBe('record');
    expect(kind('\uFEFFquincunx-games 2\ngame gargantua#7 ab=ab\nrecord quincunx-record 1\\ngame')).toBe('games');
    expect(kind('quincunx-certificate 1\n')).toBe('certificate');
    expect(kind('quincunx-puzzles 2\ngame carthage\n')).toBe('puzzles');
    expect(kind('quincunx-study 1\n')).toBe('lab');
    expect(kind('\u202Egame stalactites\r\nchoice -\r\n')).toBe('position');
    expect(kind('game carthage\n\nF1 -\n')).toBe('position');
    for (const text of ['', 'game over\nplay again', 'the quincunx-record 1', 'quincunx is fun', '\x89PNG\r\n'])
      expect(kind(text), text).toBeUndefined();
  });

  it('is read from a file in each Unicode that editors save', () => {
    const text = 'quincunx-record 1\n♠ä';
    const units = [...text].map((one) => one.charCodeAt(0));
    const bytes = (big: boolean) => units.flatMap((unit) => (big ? [unit >> 8, unit & 255] : [unit & 255, unit >> 8]));
    const utf8 = new TextEncoder().encode(text);
    for (const file of [utf8, [0xef, 0xbb, 0xbf, ...utf8], [0xff, 0xfe, ...bytes(false)], [0xfe, 0xff, ...bytes(true)]])
      expect(textOf(Uint8Array.from(file))).toBe(text);
  });

  it('is no link behind as much as a record can have', () => {
    expect(found(' '.repeat(largest - game.length) + game)).toEqual(['#/shared/1abc-_09']);
    expect(found(' '.repeat(largest) + game)).toEqual([]);
  });

  it('is looked through at once, however much it is and whatever it says', () => {
    const begun = performance.now();
    for (const part of ['\n', '#\n', '> \n', '\u200B', ' ', 'game a\n', '/v3/__', 'a/', '%25', '#/today/', '#/shared/1\n']) {
      const text = part.repeat(1_000_000 / part.length);
      known(text);
      routesIn(text, knows);
    }
    // It takes a second; some of these took minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
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
