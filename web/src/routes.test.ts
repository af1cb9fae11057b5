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
    for (const text of ['#/carthage/0', '#/carthage/012', '#/carthage/-1', '#/carthage/1.5', '#/Carthage/1', '#/a/b/c', '#/carthage/lesson', '#/carthage/117/other', '#/how-to-play/12/lesson', '#/carthage/117/lesson/1', '#/%E0%A4%A']) {
      expect(parseRoute(text).page, text).toBe('unknown');
    }
  });

  it('knows a deal number', () => {
    expect(isDealNumber('1')).toBe(true);
    expect(isDealNumber('18446744073709551615')).toBe(true);
    expect(isDealNumber('18446744073709551616')).toBe(false);
    expect(isDealNumber('')).toBe(false);
  });
});
