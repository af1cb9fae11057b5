/** Typed commands. It owns the answer to the latest one. */
import { answers } from '../play/answers.ts';
import type { FieldAnswer } from '../engine/contract.ts';
import { announce } from '../ui/notices.svelte.ts';
import { Turn } from '../ground/turn.ts';
import { plain, type Said } from '../words/table.ts';
import type { Game } from '../play/game.svelte.ts';
import { readTable } from './semantics.ts';

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
    const asked = this.#asked.next();
    const typed = await game.wish('typed', text);
    if (typed === null) this.answer = null;
    if (!typed) return false;
    const { answer, done, view } = typed;
    if (answer.code === 'hint' || answer.code === 'no-hint') {
      // A hint may take some seconds, and nothing else has to wait meanwhile.
      const words = await game.hints.inField();
      if (!asked.aborted) this.#say(answer, words);
    } else {
      const state = answer.code === 'state' ? readTable(game.info, view) : '';
      const words = await answers();
      this.choices = answer.choices.map((move) => words?.choiceWords(game.info, view, move) ?? move);
      this.#say(answer, words?.fieldWords(game.info, view, answer, done, state) ?? plain(answer.text));
    }
    return answer.kind === 'moved' || answer.kind === 'answer';
  }

  #say(answer: FieldAnswer, { seen, spoken }: Said): void {
    this.answer = { ...answer, text: seen };
    announce(spoken);
  }
}

const fields = new WeakMap<Game, Field>();
/** The field of a game, with the answer it had. */
export function fieldOf(game: Game): Field {
  const field = fields.get(game) ?? new Field(game);
  fields.set(game, field);
  return field;
}
