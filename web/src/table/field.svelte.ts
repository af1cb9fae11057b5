/** Typed commands. It owns the answer to the latest one. */
import { answers } from '../advice/hints.svelte.ts';
import type { FieldAnswer } from '../engine/contract.ts';
import { announce } from '../ui/notices.svelte.ts';
import { plain } from '../words/table.ts';
import type { Game } from './game.svelte.ts';
import { readTable } from './semantics.ts';

export class Field {
  readonly #game: Game;
  answer: FieldAnswer | null = $state.raw(null);

  constructor(game: Game) {
    this.#game = game;
  }

  ask(text: string): Promise<boolean> {
    const game = this.#game;
    return game.wish(async () => {
      const before = game.table.record;
      const answer = await game.engine.field(text);
      const made = answer.code === 'moved' ? (answer.table?.moves[answer.table.ply - 1]?.text ?? '') : '';
      if (made !== '' && game.guide && !game.guide.moves.includes(made)) {
        await game.engine.load(before);
        this.answer = null;
        game.guide.refuse();
        return false;
      }
      if (answer.table) await game.set(answer.table, 'play', false);
      const done = answer.table ? game.happened(answer.table) : '';
      const state = answer.code === 'state' ? readTable(game.info, game.view) : '';
      const asked = answer.code === 'hint' || answer.code === 'no-hint';
      const inWords = asked ? null : await answers();
      const words = asked
        ? await game.hints.inField()
        : (inWords?.fieldWords(game.info, game.view, answer, done, state) ?? plain(answer.text));
      this.answer = { ...answer, text: words.seen };
      announce(words.spoken);
      return answer.kind === 'moved' || answer.kind === 'answer';
    });
  }
}

export const fieldOf = (game: Game): Field => (game.field ??= new Field(game));
