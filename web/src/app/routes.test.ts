import { describe, expect, it } from 'vitest';
import { isDealNumber, parseRoute, routeText } from './routes.ts';

describe('routes', () => {
  it('reads and writes every kind of address', () => {
    for (const text of [
      '#/',
      '#/faq',
      '#/about',
      '#/settings',
      '#/how-to-play',
      '#/how-to-play/carthage-strict',
      '#/set-up',
      '#/set-up/carthage-strict',
      '#/carthage',
      '#/carthage/12345',
      '#/carthage/117/lesson',
      '#/grandfather-classic/18446744073709551615',
      '#/carthage/game-k3-9Z',
      '#/today',
      '#/today/2026-12-24',
      '#/today/carthage',
      '#/puzzles',
      '#/puzzles/today',
      '#/puzzles/carthage',
      '#/puzzles/carthage/streak',
      '#/puzzles/carthage/0123456789',
      '#/carthage/12345?winnable',
      '#/carthage/12345?level-3',
      '#/carthage/12345?day-2026-12-24',
      '#/shared/1abc-_09',
    ]) {
      const route = parseRoute(text);
      expect(route.page, text).not.toBe('unknown');
      expect(routeText(route)).toBe(text);
    }
  });

  it('takes an empty fragment for Home', () => {
    expect(parseRoute('')).toEqual({ page: 'home' });
    expect(parseRoute('#')).toEqual({ page: 'home' });
  });

  it('refuses broken addresses', () => {
    for (const text of [
      '#/carthage/0',
      '#/carthage/012',
      '#/carthage/-1',
      '#/carthage/1.5',
      '#/a/b/c',
      '#/carthage/lesson',
      '#/carthage/117/other',
      '#/puzzles/carthage/streak/1',
      '#/how-to-play/12/lesson',
      '#/carthage/117/lesson/1',
      '#/%E0%A4%A',
    ]) {
      expect(parseRoute(text).page, text).toBe('unknown');
    }
  });

  it('takes everything after shared for a packed game, whatever was done to it', () => {
    const data = (text: string) => {
      const route = parseRoute(text);
      return route.page === 'shared' ? route.data : null;
    };
    expect(data('#/shared/1abc')).toBe('1abc');
    expect(data('#/shared/1ab%2Dc')).toBe('1ab-c');
    expect(data('#%2Fshared%2F1abc')).toBe('1abc');
    expect(data('#/shared/1abc?from=somewhere')).toBe('1abc');
    expect(data('#/shared')).toBe('');
    expect(data('#/shared/')).toBe('');
    expect(data('#/shared/1a/b/c')).toBe('1a/b/c');
    expect(data('#/shared/1a%zz')).toBe('1a%zz');
    expect(data('#/shared/<script>')).toBe('<script');
    expect(data('#/shared/1abc-_09.')).toBe('1abc-_09');
    expect(data('#/shared/1abc)\u200B')).toBe('1abc');
  });

  it('takes no notice of what ends a sentence or is added to links, nor of capital letters', () => {
    for (const text of ['#/gargantua/4711.', '#/gargantua/4711)', '#/gargantua/4711&fbclid=1', '#/gargantua/4711%20', '#/Gargantua/4711'])
      expect(routeText(parseRoute(text)), text).toBe('#/gargantua/4711');
    expect(routeText(parseRoute('#/gargantua/4711?winnable&fbclid=1'))).toBe('#/gargantua/4711?winnable');
    expect(routeText(parseRoute('#/faq.'))).toBe('#/faq');
  });

  it('takes only what it knows for how a deal was chosen', () => {
    for (const text of [
      '#/carthage/12345?',
      '#/carthage/12345?level-9',
      '#/carthage/12345?<b>',
      '#/carthage/12345?day-1',
      '#/carthage/12345?winnable?x=1',
    ]) {
      const route = parseRoute(text);
      expect('kind' in route && route.kind !== 'winnable', text).toBe(false);
    }
  });

  it('knows a deal number', () => {
    expect(isDealNumber('1')).toBe(true);
    expect(isDealNumber('18446744073709551615')).toBe(true);
    expect(isDealNumber('18446744073709551616')).toBe(false);
    expect(isDealNumber('')).toBe(false);
  });
});
