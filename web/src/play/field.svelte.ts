/** Typed commands. It owns the answer to the latest one. */
import { answers } from './hints.svelte.ts';
import type { FieldAnswer } from '../engine/contract.ts';
import { announce } from '../ui/notices.svelte.ts';
import { Turn } from '../ground/turn.ts';
import { plain, type Said } from '../words/table.ts';
import type { Game } from './game.svelte.ts';
import { readTable } from '../table/semantics.ts';
import { accepted } from './taps.ts';

export class Field {
  readonly #game: Game;
  answer: FieldAnswer | null = $state.raw(null);
  /** the moves that may have been meant, in words */
  choices: string[] = $state.raw([]);
  readonly #asked = new Turn();

  constructor(game: Game) {
    this.#game = game;
  }

  async ask(text: string): Promise<boolean> {
    const game = this.#game;
    const on = this.#asked.next();
    let hint: FieldAnswer | null = null;
    const done = await game.wish(async () => {
      const before = game.table.record;
      const answer = await game.engine.field(text);
      const made = answer.code === 'moved' ? (answer.table?.moves[answer.table.ply - 1]?.text ?? '') : '';
      if (made !== '' && !accepted(game.guide, made)) {
        await game.engine.load(before);
        this.answer = null;
        game.guide?.refuse();
        return false;
      }
      if (answer.table) await game.set(answer.table, 'play', false);
      const done = answer.table ? game.happened(answer.table) : '';
      const state = answer.code === 'state' ? readTable(game.info, game.view) : '';
      if (answer.code === 'hint' || answer.code === 'no-hint') hint = answer;
      else {
        const words = await answers();
        this.choices = answer.choices.map((move) => words?.choiceWords(game.info, game.view, move) ?? move);
        this.#say(answer, words?.fieldWords(game.info, game.view, answer, done, state) ?? plain(answer.text));
      }
      return answer.kind === 'moved' || answer.kind === 'answer';
    });
    // A hint may take some seconds, and nothing else has to wait meanwhile.
    if (hint) {
      const words = await game.hints.inField();
      if (!on.aborted) this.#say(hint, words);
    }
    return done;
  }

  #say(answer: FieldAnswer, { seen, spoken }: Said): void {
    this.answer = { ...answer, text: seen };
    announce(spoken);
  }
}

export const fieldOf = (game: Game): Field => (game.field ??= new Field(game));
