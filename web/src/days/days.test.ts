import { describe, expect, it, vi } from 'vitest';
import type { Entry } from '../store/entry.ts';
import type { Fact } from '../store/database.ts';
import { entryWith } from '../testing/storage.ts';
import { dealsOf, daysOf, longestFacts } from './days.ts';
import { finishOf, moment, over, withFinish } from './finish.ts';
import { noteDone } from './kept.ts';

const noon = (day: string) => ({ day, at: Date.parse(day) / 1000 + 12 * 3600, zone: 0 });
const entry = (more: Partial<Entry> = {}): Entry => {
  const { deal = 'carthage#5' } = more;
  return entryWith(1_795_000_000, { deal, kind: 'day-2026-11-27', state: 'won', ply: 30, moves: 30, ...more });
};
const games = ['gargantua', 'grandfather', 'gloucestershire', 'stalactites', 'carthage'];
const listed = games.map((id) => ({ id, dailySince: '2026-11-25' }));
/** Finished on its day. */
const on = (day: string, more: Partial<Entry> = {}): Entry => withFinish(entry({ kind: `day-${day}`, ...more }), false, noon(day));
const of = (game: string): Partial<Entry> => ({ deal: `${game}#5`, key: `${game}#5` });

describe('a deal of the day', () => {
  it('is finished when it is won, when no move is left, or when it is given up after twenty moves, on its day', () => {
    const finished = (more: Partial<Entry>, stuck = false, day = '2026-11-27') =>
      finishOf(withFinish(entry(more), stuck, noon(day))) !== null;
    expect(finished({})).toBe(true);
    expect(finished({ ply: 2 })).toBe(true);
    expect(finished({ state: 'playing' }, true)).toBe(true);
    expect(finished({ state: 'given-up', ply: 20 })).toBe(true);
    expect(finished({ state: 'given-up', ply: 19 })).toBe(false);
    expect(finished({ state: 'playing', ply: 99 })).toBe(false);
    expect(finished({}, false, '2026-11-28')).toBe(false);
    expect(finished({}, false, '2026-11-26')).toBe(false);
    expect(finished({ kind: 'any' })).toBe(false);
  });

  it('says when, once, and keeps what later versions say', () => {
    const first = withFinish(entry({ more: { feats: 'x' } }), false, { day: '2026-11-27', at: 1_795_780_800, zone: -36_000 });
    expect(first.more).toEqual({ feats: 'x', finished: '1795780800-36000' });
    expect(withFinish(first, false, noon('2026-11-27'))).toBe(first);
    expect(finishOf(first)).toEqual({ day: '2026-11-27', at: 1_795_780_800, zone: -36_000, unaided: true });
    expect(withFinish(entry(), false, noon('2026-11-27')).more).toEqual({ finished: '1795780800+0' });
  });

  it('was finished without help, whatever help came later', () => {
    const alone = withFinish(entry({ state: 'playing' }), true, noon('2026-11-27'));
    expect(finishOf(Object.assign(alone, { help: 'all-known' }))!.unaided).toBe(true);
    const helped = withFinish(entry({ help: 'fair' }), false, noon('2026-11-27'));
    expect(helped.more).toEqual({ finished: '1795780800+0,help' });
    expect(finishOf(helped)!.unaided).toBe(false);
  });

  it('is not finished by a field that says another day, or nothing', () => {
    for (const finished of [
      '1795780800+86400',
      '1795780800',
      'x',
      '01795780800+0',
      '1795780800+00',
      '1795780800+0,',
      '999999999999+0',
      '1e9+0',
    ])
      expect(finishOf(entry({ more: { finished } })), finished).toBeNull();
    expect(finishOf(entry({ kind: 'winnable', more: { finished: '1795780800+0' } }))).toBeNull();
  });

  it('is open, in progress, finished or won, and that later or not', () => {
    const at = (...entries: Entry[]) => dealsOf(entries, ['carthage', 'stalactites'], '2026-11-27')[0]!;
    expect(at()).toEqual({ game: 'carthage', state: 'open', unaided: false, later: false });
    expect(at(entry({ state: 'playing' })).state).toBe('playing');
    expect(at(entry({ state: 'playing', here: false })).state).toBe('open');
    expect(at(entry({ state: 'given-up' })).state).toBe('open');
    const given = withFinish(entry({ state: 'given-up', help: 'fair' }), false, noon('2026-11-27'));
    expect(at(given)).toMatchObject({ state: 'finished', unaided: false, later: false });
    expect(at(given, entry({ state: 'playing' })).state).toBe('finished');
    expect(at(entry())).toEqual({ game: 'carthage', state: 'won', unaided: true, later: true });
    expect(at(given, entry())).toMatchObject({ state: 'won', unaided: true, later: false });
    expect(at(entry({ kind: 'any' }), entry(of('stalactites'))).state).toBe('open');
  });

  it('is over when the date has ended everywhere', () => {
    expect(over('2026-11-27', { at: Date.UTC(2026, 10, 28, 11, 59, 59) / 1000 })).toBe(false);
    expect(over('2026-11-27', { at: Date.UTC(2026, 10, 28, 12) / 1000 })).toBe(true);
  });

  it('is of the date that the calendar on the wall shows', () => {
    const { day, at, zone } = moment(new Date(2026, 11, 24, 23, 59, 59));
    expect(day).toBe('2026-12-24');
    expect(new Date((at + zone) * 1000).toISOString()).toBe('2026-12-24T23:59:59.000Z');
  });
});

describe('days', () => {
  it('count twice: without help, and in all', () => {
    const entries = [
      ...games.map((game) => on('2026-11-27', of(game))),
      ...games.map((game) => on('2026-11-28', { ...of(game), help: game === 'carthage' ? 'fair' : 'none' })),
      on('2026-11-29', { help: 'all-known' }),
      entry({ kind: 'day-2026-11-30' }),
    ];
    const { unaided, all } = daysOf(entries, [], listed, noon('2026-11-29'));
    expect(all.now!.days).toEqual(['2026-11-27', '2026-11-28', '2026-11-29']);
    expect(all.stars).toEqual(['2026-11-27', '2026-11-28']);
    expect(all.months).toEqual([{ month: '2026-11', days: 3, medal: 'none', stars: 2 }]);
    expect(unaided.now!.days).toEqual(['2026-11-27', '2026-11-28']);
    expect(unaided.stars).toEqual(['2026-11-27']);
    expect(all.longest).toEqual({ count: 3, first: '2026-11-27', last: '2026-11-29' });
  });

  it('have a star if all games that were listed then have been finished', () => {
    const more = [...listed, { id: 'forty-thieves', dailySince: '2026-11-28' }, { id: 'freecell', dailySince: '' }];
    const first = games.map((game) => on('2026-11-27', of(game)));
    const second = games.map((game) => on('2026-11-28', of(game)));
    const stars = (...entries: Entry[]) => daysOf(entries, [], more).all.stars;
    expect(stars(...first, ...second)).toEqual(['2026-11-27']);
    expect(stars(...second, on('2026-11-28', of('forty-thieves')))).toEqual(['2026-11-28']);
    expect(stars(...second, on('2026-11-28', of('freecell')))).toEqual([]);
    expect(stars(...first.slice(1), on('2026-11-27', of('carthage-strict')))).toEqual([]);
    expect(stars(...games.map((game) => on('2026-11-24', of(game))))).toEqual([]);
    expect(daysOf(first, [], []).all.stars).toEqual([]);
  });

  it('that a free day was used for are known of past streaks, too', () => {
    const days = ['01', '02', '03', '04', '05', '06', '07', '09', '12'].map((day) => on(`2027-01-${day}`));
    const { all } = daysOf(days, [], listed, noon('2027-01-12'));
    expect(all.forgiven).toEqual(['2027-01-08']);
    expect(all.now).toEqual({ days: ['2027-01-12'], forgiven: [] });
    expect(all.longest).toEqual({ count: 8, first: '2027-01-01', last: '2027-01-09' });
  });

  it('whose games were dropped stay in the longest streak', () => {
    const days = Array.from({ length: 12 }, (_, i) => on(`2027-02-${String(i + 1).padStart(2, '0')}`));
    const facts = longestFacts(days, []);
    expect(facts).toEqual([
      { id: 'other streak unaided', other: 'streak unaided longest=12/20270201/20270212' },
      { id: 'other streak all', other: 'streak all longest=12/20270201/20270212' },
    ]);
    const longest = { count: 12, first: '2027-02-01', last: '2027-02-12' };
    expect(daysOf(days.slice(9), facts, listed, noon('2027-02-12')).all.longest).toEqual(longest);
    expect(longestFacts(days.slice(9), facts)).toEqual(facts);
    expect(daysOf(days, [{ id: 'other streak all', other: 'streak all longest=3/20270101/20270103' }], listed).all.longest).toEqual(
      longest,
    );
    for (const other of [
      'streak all',
      'streak all longest=0/20270101/20270103',
      'streak all longest=12/2027/x',
      'streak all longest=12/20270101/20270230',
      'rating all longest=99/20270101/20270103',
    ]) {
      const fact: Fact = { id: 'other streak all', other };
      expect(daysOf([], [fact], listed).all.longest, other).toBeNull();
    }
  });
});

describe('the days in a row on Home', () => {
  it('can go on until tonight, or a day longer with a free day or once today counts', () => {
    vi.stubGlobal('localStorage', undefined);
    const first = Date.parse('2026-11-20');
    const days = (count: number) =>
      Array.from({ length: count }, (_, i) => on(new Date(first + i * 86_400_000).toISOString().slice(0, 10)));
    const said = (count: number, today: string) => noteDone(today, [], daysOf(days(count), [], listed, noon(today)).all).streak;
    expect(said(3, '2026-11-22')).toEqual({ count: 3, last: '2026-11-22', until: '2026-11-23' });
    expect(said(3, '2026-11-23')).toEqual({ count: 3, last: '2026-11-22', until: '2026-11-23' });
    expect(said(3, '2026-11-24')).toBeNull();
    expect(said(7, '2026-11-27')).toEqual({ count: 7, last: '2026-11-26', until: '2026-11-28' });
    expect(said(7, '2026-11-28')).toEqual({ count: 7, last: '2026-11-26', until: '2026-11-28' });
    expect(said(7, '2026-11-29')).toBeNull();
    expect(said(0, '2026-11-29')).toBeNull();
  });
});
