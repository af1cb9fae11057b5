/** Whatever pointers do, in any order: a press ends, cards in the hand are put down, and only one move comes of it. */
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { dice } from '../testing/dice.ts';
import { full } from '../testing/full.ts';
import type { Spot } from '../play/marks.ts';
import { doubleTime, hoverTime, longPress, Pointers, type Pointer } from './pointers.ts';

const orders = full ? 5000 : 400;

beforeEach(() => void vi.useFakeTimers());

/** The pile `T1` is at x below 100, and so on; `F1` cannot be lifted, nothing is shown of `T3`, and 400 is the felt. */
const piles = ['T1', 'T2', 'F1', 'T3'];

/** A table that writes down what it is told. */
class Table {
  open = true;
  gone = false;
  long = false;
  at = 0;
  picked = false;
  /** piles whose cards can be chosen when they are shown */
  choices = false;
  /** a tap moves a card away */
  moves = false;
  said: string[] = [];
  captured = new Set<number>();
  held = false;
  shown = '';
  marks = true;
  frames: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly pointers: Pointers;

  constructor() {
    const say = (what: string) => this.said.push(what);
    this.pointers = new Pointers({
      open: () => this.open,
      under: ({ clientX }) => (this.gone || clientX >= 400 ? null : { pile: piles[Math.floor(clientX / 100)] ?? 'T1', index: 2 }),
      lifted: ({ pile }) => (pile === 'F1' ? [] : [7, 8]),
      capture: (pointer, on) => void (on ? this.captured.add(pointer) : this.captured.delete(pointer)),
      scrolled: () => this.at,
      scroll: (y) => {
        if (!this.long || y < 500 || this.at >= 32) return false;
        this.at += 8;
        return true;
      },
      nextFrame: (job) => void this.frames.push(job),
      look: this,
      clear: () => (this.marks = false),
      lift: ({ pile }, cards) => {
        expect(this.held).toBe(false);
        this.held = true;
        say(`lift ${pile} ${cards.join()}`);
      },
      follow: (dx, dy) => {
        expect(this.held).toBe(true);
        say(`follow ${dx} ${dy}`);
      },
      putBack: () => {
        expect(this.held).toBe(true);
        this.held = false;
        say('back');
      },
      drop: async ({ pile }, dx, dy) => {
        expect(this.held).toBe(true);
        this.held = false;
        say(`drop ${pile} ${dx} ${dy}`);
      },
      picking: () => this.picked,
      home: async ({ pile }) => say(`home ${pile}`),
      tap: async ({ pile }) => {
        say(`tap ${pile}`);
        return this.moves;
      },
      touched: ({ pile }) => say(`keys ${pile}`),
    });
  }

  get choosing(): boolean {
    return this.shown !== '' && this.choices;
  }
  show({ pile }: Spot, whole: boolean): boolean {
    if (pile === 'T3') return false;
    this.shown = whole ? pile : `card of ${pile}`;
    return true;
  }
  hide(): void {
    this.stop();
    this.shown = '';
  }
  wait(time: number, job: () => void): void {
    this.stop();
    this.#timer = setTimeout(job, time);
  }
  stop(): void {
    clearTimeout(this.#timer);
  }

  frame(): void {
    for (const job of this.frames.splice(0)) job();
  }
  /** The events since it was last asked. */
  told(): string[] {
    return this.said.splice(0);
  }
}

function pointer(x: number, y: number, more: Partial<Pointer> = {}): Pointer {
  const mouse = { pointerId: 1, pointerType: 'mouse', isPrimary: true, button: 0, buttons: 1 };
  return { ...mouse, clientX: x, clientY: y, timeStamp: Date.now(), ...more };
}
const touch: Partial<Pointer> = { pointerId: 5, pointerType: 'touch' };

/** A table on which a pointer has gone down on T1. */
function pressed(more: Partial<Pointer> = {}): Table {
  const table = new Table();
  table.pointers.down(pointer(50, 50, more));
  expect(table.pointers.state).toBe('pressed');
  expect(table.captured.size).toBe(1);
  return table;
}
function dragging(more: Partial<Pointer> = {}): Table {
  const table = pressed(more);
  table.pointers.move(pointer(80, 50, more));
  expect(table.pointers.state).toBe('dragging');
  table.told();
  return table;
}
function looking(): Table {
  const table = pressed(touch);
  vi.advanceTimersByTime(longPress);
  expect(table.pointers.state).toBe('looking');
  expect(table.shown).toBe('T1');
  return table;
}

describe('a press', () => {
  it('begins on a pile, with the first button or finger, on a table that is open', () => {
    for (const more of [{ button: 2 }, { isPrimary: false }]) {
      const table = new Table();
      table.pointers.down(pointer(50, 50, more));
      expect(table.pointers.state).toBe('idle');
      expect(table.marks).toBe(true);
    }
    const table = new Table();
    table.open = false;
    table.pointers.down(pointer(50, 50));
    expect(table.pointers.state).toBe('idle');
  });
  it('on the felt clears what is marked', () => {
    const table = new Table();
    table.shown = 'T2';
    table.pointers.down(pointer(450, 50));
    expect(table).toMatchObject({ marks: false, shown: '' });
    expect(table.pointers.state).toBe('idle');
  });
  it('leaves what is marked, which is needed for a tap', () => {
    expect(pressed().marks).toBe(true);
  });
  it('is not replaced by that of another pointer', async () => {
    const table = pressed(touch);
    table.pointers.down(pointer(150, 50));
    table.pointers.move(pointer(190, 50));
    await table.pointers.up(pointer(150, 50));
    table.pointers.cancel(pointer(150, 50));
    expect(table.pointers.state).toBe('pressed');
    await table.pointers.up(pointer(50, 50, touch));
    expect(table.told()).toEqual(['keys T1', 'tap T1']);
  });
  it('becomes a drag when it goes farther than a tap slips: 5 px with a mouse, 9 with a finger', () => {
    for (const [more, reach] of [
      [{}, 5],
      [touch, 9],
    ] as const) {
      const table = pressed(more);
      table.pointers.move(pointer(50 + reach - 1, 50, more));
      expect(table.pointers.state).toBe('pressed');
      table.pointers.move(pointer(50, 50 + reach, more));
      expect(table.pointers.state).toBe('dragging');
      expect(table.told()).toEqual(['lift T1 7,8', `follow 0 ${reach}`]);
      expect(table.marks).toBe(false);
    }
  });
  it('lifts nothing where nothing can be lifted, and comes to nothing when it ends far away', async () => {
    const table = new Table();
    table.pointers.down(pointer(250, 50, touch));
    table.pointers.move(pointer(290, 50, touch));
    vi.advanceTimersByTime(longPress);
    expect(table.pointers.state).toBe('pressed');
    expect(table.shown).toBe('');
    await table.pointers.up(pointer(290, 50, touch));
    expect(table.pointers.state).toBe('idle');
    expect(table.told()).toEqual([]);
    table.pointers.down(pointer(250, 50));
    await table.pointers.up(pointer(261, 50));
    expect(table.told()).toEqual(['tap F1']);
  });
  it('of a finger that rests shows the pile; of a mouse, it does not', () => {
    looking();
    const table = pressed();
    vi.advanceTimersByTime(2 * longPress);
    expect(table.pointers.state).toBe('pressed');
  });
  it('goes on if there is nothing to show', async () => {
    const table = new Table();
    table.pointers.down(pointer(350, 50, touch));
    vi.advanceTimersByTime(longPress);
    expect(table.pointers.state).toBe('pressed');
    await table.pointers.up(pointer(350, 50, touch));
    expect(table.told()).toEqual(['keys T3', 'tap T3']);
  });
  it('that has ended shows nothing later', async () => {
    const table = pressed(touch);
    await table.pointers.up(pointer(50, 50, touch));
    vi.advanceTimersByTime(longPress);
    expect(table.shown).toBe('');
    table.pointers.down(pointer(50, 50, touch));
    table.pointers.end();
    table.pointers.down(pointer(150, 50));
    vi.advanceTimersByTime(longPress);
    expect(table.shown).toBe('');
  });
  it('ends with a second button of the mouse, and is no tap then', async () => {
    const table = pressed();
    table.pointers.move(pointer(50, 50, { buttons: 3 }));
    expect(table.pointers.state).toBe('idle');
    await table.pointers.up(pointer(50, 50));
    expect(table.told()).toEqual([]);
    // A pen has buttons as well, and fingers say nothing of them.
    const pen = pressed({ pointerType: 'pen' });
    pen.pointers.move(pointer(50, 50, { pointerType: 'pen', buttons: 3 }));
    expect(pen.pointers.state).toBe('pressed');
  });
});

describe('a drag', () => {
  it('is dropped where it ends', async () => {
    const table = dragging();
    await table.pointers.up(pointer(150, 90));
    expect(table.told()).toEqual(['drop T1 100 40']);
    expect(table.pointers.state).toBe('idle');
  });
  it('goes back when it is ended: by a second button, the browser, a lost capture, Escape', () => {
    const ends: ((table: Table) => unknown)[] = [
      ({ pointers }) => pointers.move(pointer(80, 50, { buttons: 3 })),
      ({ pointers }) => pointers.cancel({ pointerId: 1 }),
      ({ pointers }) => expect(pointers.end()).toBe(true),
    ];
    for (const end of ends) {
      const table = dragging();
      end(table);
      expect(table.told()).toEqual(['back']);
      expect(table.pointers.state).toBe('idle');
      expect(table.captured.size).toBe(0);
      expect(table.pointers.end()).toBe(false);
    }
  });
  it('is no gesture when a second finger comes down, as a press is', () => {
    const table = dragging(touch);
    expect(table.pointers.several()).toBe(false);
    expect(table.pointers.state).toBe('dragging');
    const other = pressed(touch);
    other.open = false;
    expect(other.pointers.several()).toBe(false);
    other.open = true;
    expect(other.pointers.several()).toBe(true);
    expect(other.pointers.state).toBe('idle');
  });
  it('scrolls a long table while it is near the edge, and counts that to its way', async () => {
    const table = dragging();
    table.long = true;
    table.pointers.move(pointer(80, 550));
    expect(table.told()).toEqual(['follow 30 500', 'follow 30 508']);
    table.pointers.move(pointer(80, 550));
    expect(table.told()).toEqual(['follow 30 508']); // once in each frame
    for (let i = 0; i < 5; ++i) table.frame();
    expect(table.told()).toEqual(['follow 30 516', 'follow 30 524', 'follow 30 532']);
    expect(table.frames).toEqual([]);
    table.at = 0;
    table.pointers.move(pointer(80, 550));
    await table.pointers.up(pointer(80, 550));
    expect(table.told().at(-1)).toBe('drop T1 30 508');
    table.pointers.down(pointer(50, 50));
    table.frame();
    expect(table.told()).toEqual([]);
    expect(table.at).toBe(8);
  });
  it('begins by how far the pointer goes, not by how far the table is scrolled', () => {
    const table = pressed();
    table.at = 30;
    table.pointers.move(pointer(51, 50));
    expect(table.pointers.state).toBe('pressed');
  });
  it('is dropped also when the table has changed meanwhile', async () => {
    const table = dragging();
    table.gone = true;
    await table.pointers.up(pointer(80, 50));
    expect(table.told()).toEqual(['drop T1 30 0']);
  });
});

describe('a look', () => {
  it('ends when the finger is lifted, unless there is something to choose', async () => {
    for (const choices of [false, true]) {
      const table = looking();
      table.choices = choices;
      await table.pointers.up(pointer(50, 50, touch));
      expect(table.shown).toBe(choices ? 'T1' : '');
      expect(table.told()).toEqual([]);
      expect(table.pointers.state).toBe('idle');
    }
  });
  it('becomes a drag', () => {
    const table = looking();
    table.pointers.move(pointer(80, 50, touch));
    expect(table.pointers.state).toBe('dragging');
    expect(table.shown).toBe('');
  });
  it('ends with whatever ends a press', () => {
    for (const end of ['end', 'several'] as const) {
      const table = looking();
      expect(table.pointers[end]()).toBe(true);
      expect(table.shown).toBe('');
      expect(table.told()).toEqual([]);
    }
  });
});

describe('a tap', () => {
  const tap = async (table: Table, more: Partial<Pointer> = {}, x = 50) => {
    table.pointers.down(pointer(x, 50, more));
    await table.pointers.up(pointer(x, 50, more));
  };
  it('is what a press comes to; a finger has the keys go on from there', async () => {
    const table = new Table();
    await tap(table);
    await tap(table, touch, 150);
    expect(table.told()).toEqual(['tap T1', 'keys T2', 'tap T2']);
  });
  it('counts how far the table is scrolled', async () => {
    const table = pressed();
    table.at = 12;
    await table.pointers.up(pointer(50, 50));
    expect(table.told()).toEqual([]);
  });
  it('that moved a card makes the second half of a double click nothing, with a mouse', async () => {
    const table = new Table();
    table.moves = true;
    await tap(table);
    vi.advanceTimersByTime(doubleTime - 1);
    await tap(table, {}, 55);
    expect(table.told()).toEqual(['tap T1']);
    await tap(table);
    expect(table.told()).toEqual(['tap T1']);
    await tap(table, {}, 56);
    vi.advanceTimersByTime(doubleTime);
    await tap(table, {}, 56);
    expect(table.told()).toEqual(['tap T1', 'tap T1']);
    await tap(table, touch, 56);
    expect(table.told()).toEqual(['keys T1', 'tap T1']);
    table.at += 6;
    await tap(table, {}, 56);
    expect(table.told()).toEqual(['tap T1']);
  });
  it('that moved nothing may be repeated at once', async () => {
    const table = new Table();
    await tap(table);
    await tap(table);
    expect(table.told()).toEqual(['tap T1', 'tap T1']);
  });
  it('that picked a card up sends it home the second time', async () => {
    const table = new Table();
    await tap(table, touch);
    table.picked = true;
    await tap(table, touch);
    await tap(table, touch);
    expect(table.told()).toEqual(['keys T1', 'tap T1', 'home T1', 'keys T1', 'tap T1']);
  });
  it('explains the click that the browser adds', async () => {
    const table = new Table();
    expect(table.pointers.made(Date.now())).toBe(false);
    await tap(table);
    expect(table.pointers.made(Date.now() + 699)).toBe(true);
    expect(table.pointers.made(Date.now() + 700)).toBe(false);
  });
  it('is known as the cause of a click by when it began, too', () => {
    const table = pressed();
    expect(table.pointers.made(Date.now())).toBe(true);
  });
  it('held long is the cause of a click when it ends', async () => {
    const table = pressed();
    vi.advanceTimersByTime(2000);
    await table.pointers.up(pointer(50, 50));
    expect(table.pointers.made(Date.now())).toBe(true);
  });
});

describe('a mouse that rests', () => {
  it('shows a card, another one when it goes there, and nothing when it leaves', () => {
    const table = new Table();
    table.pointers.move(pointer(50, 50));
    vi.advanceTimersByTime(hoverTime - 1);
    table.pointers.move(pointer(51, 50));
    expect(table.shown).toBe('');
    vi.advanceTimersByTime(1);
    expect(table.shown).toBe('card of T1');
    table.pointers.move(pointer(150, 50));
    expect(table.shown).toBe('');
    vi.advanceTimersByTime(hoverTime);
    expect(table.shown).toBe('card of T2');
    table.pointers.leave();
    expect(table.shown).toBe('');
    table.pointers.move(pointer(150, 50));
    vi.advanceTimersByTime(hoverTime);
    expect(table.shown).toBe('card of T2');
    table.pointers.move(pointer(450, 50));
    vi.advanceTimersByTime(hoverTime);
    expect(table.shown).toBe('');
  });
  it('leaves what there is to choose from', () => {
    const table = new Table();
    Object.assign(table, { choices: true, shown: 'T1' });
    table.pointers.move(pointer(150, 50));
    vi.advanceTimersByTime(hoverTime);
    table.pointers.leave();
    expect(table.shown).toBe('T1');
  });
  it('is a mouse', () => {
    const table = new Table();
    table.pointers.move(pointer(50, 50, touch));
    vi.advanceTimersByTime(hoverTime);
    expect(table.shown).toBe('');
  });
  it('may leave while it presses', () => {
    const table = looking();
    table.pointers.leave();
    expect(table.shown).toBe('T1');
  });
});

it('ends in a state that has a name, whatever happens in whatever order', async () => {
  for (let seed = 0; seed < orders; ++seed) {
    const roll = dice(seed);
    const table = new Table();
    const { pointers } = table;
    const kinds = ['mouse', 'touch', 'pen'];
    let presser = 0;
    const any = (): Pointer => {
      const id = roll(3);
      const buttons = roll(12) === 0 ? 3 : 1;
      return pointer(roll(450), roll(600), {
        pointerId: id,
        pointerType: kinds[id]!,
        isPrimary: roll(4) > 0,
        button: roll(6) && 0,
        buttons,
      });
    };
    const happens: (() => unknown)[] = [
      () => {
        const before = pointers.state;
        const event = any();
        pointers.down(event);
        if (before === 'idle' && pointers.state === 'pressed') presser = event.pointerId;
        else expect(pointers.state).toBe(before);
      },
      () => pointers.move(any()),
      () => pointers.move(any()),
      async () => {
        const event = any();
        const ours = pointers.state !== 'idle' && event.pointerId === presser;
        const before = pointers.state;
        const up = pointers.up(event);
        if (ours) table.captured.delete(presser); // the browser's doing
        expect(pointers.state).toBe(ours ? 'idle' : before);
        await up;
        const done = table.told().filter((what) => /^(drop|tap|home)/.test(what));
        expect(done.length).toBeLessThanOrEqual(ours ? 1 : 0);
        if (ours && before === 'dragging') expect(done[0]).toMatch(/^drop/);
        if (ours && before === 'looking') expect(done).toEqual([]);
      },
      () => {
        const event = any();
        pointers.cancel(event);
        if (event.pointerId === presser) expect(pointers.state).toBe('idle');
      },
      () => {
        const held = pointers.state === 'dragging';
        expect(pointers.several()).toBe(table.open && !held);
      },
      () => {
        pointers.end();
        expect(pointers.state).toBe('idle');
      },
      () => pointers.leave(),
      () => vi.advanceTimersByTime(roll(800)),
      () => table.frame(),
      () => (table.gone = roll(4) === 0), // another table, or none while the window has no size
      () => Object.assign(table, { open: roll(4) > 0, long: roll(2) > 0, choices: roll(2) > 0, picked: roll(2) > 0, moves: roll(2) > 0 }),
      () => (table.at = roll(33)),
    ];
    for (let step = 0; step < 40; ++step) {
      await happens[roll(happens.length)]!();
      const { state } = pointers;
      expect(['idle', 'pressed', 'dragging', 'looking']).toContain(state);
      expect([...table.captured]).toEqual(state === 'idle' ? [] : [presser]);
      expect(table.held).toBe(state === 'dragging');
      if (state === 'looking') expect(table.shown).not.toBe('');
      expect(table.frames.length).toBeLessThanOrEqual(1);
      if (!table.said.some((what) => /^(drop|tap|home)/.test(what))) continue;
      throw new Error(`without a pointer that is lifted: ${table.said.join()}`);
    }
    table.open = true;
    pointers.end();
    table.gone = false;
    table.told();
    vi.advanceTimersByTime(2 * doubleTime);
    pointers.down(pointer(50, 50));
    await pointers.up(pointer(50, 50));
    expect(table.told(), `after ${seed}`).toEqual(['tap T1']);
  }
});
