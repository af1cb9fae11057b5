/** While the store is silent nothing is said that would have to be taken back, and nothing is noted. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { App } from '../app/app.svelte.ts';
import type { Session } from '../play/session.svelte.ts';
import { today } from '../store/names.ts';

const noted = vi.hoisted(() => ({ done: vi.fn(), answers: true }));
vi.mock('../days/kept.ts', () => ({ noteDone: noted.done }));
vi.mock('../played/file.ts', () => ({ unexported: () => Promise.resolve(0) }));
vi.mock('../store/played.ts', () => ({
  played: {
    noteWin: () => Promise.resolve(null),
    surely: () => (noted.answers ? Promise.resolve({ found: [[], []], sure: false }) : new Promise(() => undefined)),
  },
}));
const { endingOf } = await import('./ending.ts');

const session = { place: { info: { id: 'carthage' } }, freshWin: () => Promise.resolve('') } as unknown as Session;
const win = { deal: 'carthage#1', moves: 90, time: 1, kind: `day-${today()}` };
const nothing = { others: null, streak: '', next: null, all: false, newcomer: false, waiting: 0 };

describe('the end of a deal of the day', () => {
  beforeEach(() => vi.useFakeTimers());

  it.each([true, false])('says and notes nothing of what could not be read (answered: %s)', async (answers) => {
    noted.answers = answers;
    const ending = endingOf({ games: [] } as unknown as App, session, win, true);
    await vi.advanceTimersByTimeAsync(5000);
    expect(await ending).toEqual(nothing);
    expect(noted.done).not.toHaveBeenCalled();
  });
});
