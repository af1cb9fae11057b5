/** The rules that are being made, the changes that led to them, and the table on which they are tried. */
import type { App } from '../app/app.svelte.ts';
import { isOwn } from '../app/own.ts';
import { Refused } from '../engine/client.ts';
import type { GameInfo, Table } from '../engine/contract.ts';
import { Engine } from '../engine/engine.ts';
import { startWorker } from '../engine/workers.ts';
import { afterFrame } from '../ground/frames.ts';
import { readLocal, writeLocal } from '../ground/local.ts';
import { Game } from '../play/game.svelte.ts';
import { randomDeal } from '../play/session.svelte.ts';
import { triedOut } from '../play/within.ts';
import { settings } from '../store/settings.svelte.ts';
import { gameWords } from '../words/names.ts';
import { failedWords } from '../words/failed.ts';
import { ruleWords } from '../words/rules.ts';
import { t } from '../words/texts/workshop.ts';
import { solvedOf, type Solved } from './chance.svelte.ts';
import { changedBy, choicesOf, valueOf, type SlotName } from './sentences.ts';
import { packed, plainly, whole, type Rules, type Text } from './rules.ts';

/** A value that could be chosen, or why it cannot. */
export interface Choice {
  value: string;
  /** null: it does not go with the rest */
  rules: Rules | null;
  why: string;
}

/** The game that one begins with. */
export interface Start {
  id: string;
  name: string;
  rules: Rules;
  solved: Solved;
}

/** The game that a text of rules says, which has its name in addresses. */
export async function startOf({ engine }: App, id: string, rules: string): Promise<Start> {
  const { game, form, text } = await engine.rules(rules, false);
  const read = whole(JSON.parse(text) as Text);
  const of = isOwn(game.id) ? '' : game.id;
  return { id, name: gameWords(game).name, rules: { ...read, name: '', summary: '', variant_of: of }, solved: solvedOf(game, form, text) };
}

interface Kept {
  start: Start;
  past: Rules[];
  rules: Rules;
  /** the game on the table */
  record: string;
}
const key = 'quincunx-workshop';
/** Changes that can be taken back. */
const most = 50;

interface How {
  /** the game that goes on */
  record?: string;
  /** another deal */
  anew?: boolean;
  too?: () => void;
}

export class Shop {
  readonly #app: App;
  /** answers whether rules make sense, while the table goes on */
  readonly #judge = new Engine({ start: startWorker });
  start: Start = $state.raw(null!);
  rules: Rules = $state.raw(null!);
  past: Rules[] = $state.raw([]);
  info: GameInfo | null = $state.raw(null);
  /** the solver's form of the rules; '' for those of a listed game */
  form = $state('');
  game: Game | null = $state.raw(null);
  trouble = $state('');
  /** what the last change did to the table */
  said = $state('');
  #closed = false;
  #number = 0;
  #shown = Promise.resolve();

  constructor(app: App, start: Start) {
    this.#app = app;
    const kept = this.#kept(start.id);
    this.start = start;
    this.rules = kept?.rules ?? start.rules;
    this.past = kept?.past ?? [];
    void this.#show(this.rules, this.past, { record: kept?.record ?? '' });
  }

  #kept(id: string): Kept | null {
    try {
      const kept = JSON.parse(readLocal(key, 'sessionStorage') ?? 'null') as Kept | null;
      return kept?.start.id === id ? kept : null;
    } catch {
      return null;
    }
  }

  keep(): void {
    const { start, past, rules } = this;
    const record = this.game?.table.record ?? '';
    writeLocal(key, JSON.stringify({ start, past: past.slice(-most), rules, record } satisfies Kept), 'sessionStorage');
  }

  close(): void {
    this.#closed = true;
    this.game?.close();
    this.#judge.close();
  }

  get changed(): boolean {
    return this.#differ(this.rules);
  }
  #differ(rules: Rules): boolean {
    return packed({ ...rules, name: '', summary: '' }) !== packed({ ...this.start.rules, name: '', summary: '' });
  }
  get name(): string {
    return this.#nameOf(this.rules);
  }
  #nameOf(rules: Rules): string {
    return rules.name || (this.#differ(rules) ? t('name.of', { game: this.start.name }) : this.start.name);
  }
  /** The game as it is now, for the solver. */
  get solved(): Solved | null {
    return this.info && solvedOf(this.info, this.form, this.text);
  }
  /** The rules as a text, with a name. */
  get text(): string {
    return this.#textOf(this.rules);
  }
  #textOf(rules: Rules): string {
    return packed({ ...rules, name: this.#nameOf(rules) });
  }
  get file(): string {
    return `${JSON.stringify(plainly({ ...this.rules, name: this.name }), null, 2)}\n`;
  }
  get deal(): string {
    return this.game?.table.deal.split('#')[1] ?? '';
  }

  /** All values of a slot: once the table shows the rules, one after the other is tried, until `signal` ends. */
  async choices(name: SlotName, signal: AbortSignal): Promise<Choice[]> {
    await this.#shown;
    await new Promise<void>(afterFrame);
    const now = valueOf(this.rules, name);
    const found: Choice[] = [];
    for (const value of choicesOf(this.rules, name)) {
      if (signal.aborted) break;
      found.push(
        value === now ? { value, rules: this.rules, why: '' } : { value, ...(await this.#first(changedBy(this.rules, name, value))) },
      );
    }
    return found;
  }

  /** The first of some rules that make sense, or why none does. */
  async #first(all: Rules[]): Promise<{ rules: Rules | null; why: string }> {
    let why = t('not-so');
    for (const [i, rules] of all.entries()) {
      try {
        await this.#judge.rules(packed({ ...rules, name: this.name }), false);
        return { rules, why: '' };
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (i === 0) why = ruleWords(error.failure) ?? failedWords(error);
      }
    }
    return { rules: null, why };
  }

  /** Other rules, after which the game goes on if it can. `too`: what changes with them. */
  async change(rules: Rules, too = (): void => {}): Promise<void> {
    await this.#show(rules, [...this.past, this.rules], { too });
  }
  /** Only for people: the game is the same. */
  async describe(by: { name?: string; summary?: string }): Promise<void> {
    await this.#settled();
    await this.#show({ ...this.rules, ...by }, this.past);
  }
  async undo(): Promise<void> {
    await this.#settled();
    const last = this.past.at(-1);
    if (last) await this.#show(last, this.past.slice(0, -1));
  }
  /** Waits until all that was wanted before is on the table. */
  async #settled(): Promise<void> {
    for (let shown; shown !== this.#shown;) await (shown = this.#shown);
  }

  /** Rules from a file; says what is wrong with them, or ''. */
  async open(rules: string): Promise<string> {
    try {
      const { game, text } = await this.#judge.rules(rules, false);
      await this.change({ ...whole(JSON.parse(text) as Text), name: game.name });
      return '';
    } catch (error) {
      return (error instanceof Refused && ruleWords(error.failure)) || failedWords(error);
    }
  }

  async redeal(): Promise<void> {
    await this.#settled();
    await this.#show(this.rules, this.past, { anew: true });
  }

  /** Puts rules on the table, with as many moves of the record as they allow, and in sentences, both in one frame. */
  #show(rules: Rules, past: Rules[], how: How = {}): Promise<void> {
    return (this.#shown = this.#lay(rules, past, how));
  }
  async #lay(rules: Rules, past: Rules[], { record = this.game?.table.record ?? '', anew = false, too }: How): Promise<void> {
    const number = ++this.#number;
    const { engine } = this.#app;
    const text = this.#textOf(rules);
    try {
      const { game: info, form } = await engine.rules(text, false);
      const before = this.info;
      const same = !before || before.dealt.join() === info.dealt.join();
      const table =
        (!anew && record !== '' && same && (await this.#goOn(info, text, record))) || (await this.#fresh(info, anew ? '' : record));
      if (this.#closed || number !== this.#number) return;
      Object.assign(this, { rules, past });
      too?.();
      this.info = info;
      this.form = form;
      this.trouble = '';
      this.said = table.plies > 0 ? t('kept') : before && !same ? t('anew') : '';
      this.game?.close();
      this.game = new Game(engine, info, table, before ? 'jump' : 'deal', settings, { ...triedOut, changed: () => this.keep() });
      this.keep();
    } catch (error) {
      if (!this.#closed) this.trouble = failedWords(error);
    }
  }

  async #fresh(info: GameInfo, record: string): Promise<Table> {
    const deal = /^deal \S+#(\d+)$/m.exec(record)?.[1] ?? randomDeal();
    const { engine } = this.#app;
    const table = await engine.deal(`${info.id}#${deal}`);
    return table.automatic === settings.automatic ? table : engine.automatic(settings.automatic);
  }

  /** The game of a record by these rules, up to the first move that they do not know; null if there is none. */
  async #goOn(info: GameInfo, text: string, record: string): Promise<Table | null> {
    const head = /^quincunx-record 1\ngame \S+\n(?:rules .*\n)?deal \S+#(\d+)\nmoves\n([^]*?)^(?:at (\d+)$|mark |meta |result |end$)/m.exec(
      record,
    );
    if (!head) return null;
    const [, deal = '', all = '', at] = head;
    const moves = all.split(/\s+/).filter((move) => move !== '');
    const made = at === undefined ? moves : moves.slice(0, Number(at));
    const rules = isOwn(info.id) ? `rules ${text}\n` : '';
    const of = (some: string[]) => `quincunx-record 1\ngame ${info.id}\n${rules}deal ${info.id}#${deal}\nmoves\n${some.join('\n')}\nend\n`;
    for (let left = made; left.length > 0;) {
      try {
        return await this.#app.engine.load(of(left));
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // Each move has a line of its own.
        const fits = error.failure.line - (rules === '' ? 5 : 6);
        if (fits < 0 || fits >= left.length) return null;
        left = left.slice(0, fits);
      }
    }
    return null;
  }
}
