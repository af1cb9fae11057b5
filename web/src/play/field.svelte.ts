/** Typed commands. It owns the answer to the latest one. */
import { answers } from './answers.ts';
import type { FieldAnswer, GameInfo, View } from '../engine/contract.ts';
import { announce } from '../ui/notices.svelte.ts';
import { Turn } from '../ground/turn.ts';
import { plain, type Said } from '../words/table.ts';
import type { Game } from './game.svelte.ts';
import { accepted } from './taps.ts';

/** Says what lies on the table. */
type Read = (info: GameInfo, view: View) => string;

export class Field {
  readonly #game: Game;
  readonly #read: Read;
  answer: FieldAnswer | null = $state.raw(null);
  /** the moves that may have been meant, in words */
  choices: string[] = $state.raw([]);
  readonly #asked = new Turn();

  constructor(game: Game, read: Read) {
    this.#game = game;
    this.#read = read;
  }

  async ask(text: string): Promise<boolean> {
    const game = this.#game;
    const asked = this.#asked.next();
    let hint: FieldAnswer | null = null;
    const done = await game.wish(async (on) => {
      const before = game.table.record;
      const answer = await on.engine.field(text);
      const made = answer.code === 'moved' ? (answer.table?.moves[answer.table.ply - 1]?.text ?? '') : '';
      if (made !== '' && !accepted(game.guide, made)) {
        await on.engine.load(before);
        this.answer = null;
        game.guide?.refuse();
        return false;
      }
      if (answer.table) await on.set(answer.table, 'play', false);
      const done = answer.table ? on.happened(answer.table) : '';
      const state = answer.code === 'state' ? this.#read(game.info, game.view) : '';
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
      if (!asked.aborted) this.#say(hint, words);
    }
    return done;
  }

  #say(answer: FieldAnswer, { seen, spoken }: Said): void {
    this.answer = { ...answer, text: seen };
    announce(spoken);
  }
}

const fields = new WeakMap<Game, Field>();
/** The field of a game, with the answer it had. */
export function fieldOf(game: Game, read: Read): Field {
  const field = fields.get(game) ?? new Field(game, read);
  fields.set(game, field);
  return field;
}
