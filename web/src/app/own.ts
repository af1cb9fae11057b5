/** Games with rules of somebody's own. Those of games that this browser keeps are known to it; others have to be brought. */
import { forms } from '../engine/solver.ts';
import type { GameInfo } from '../engine/contract.ts';
import { rulesFact } from '../store/facts.ts';
import { played } from '../store/played.ts';
import type { App } from './app.svelte.ts';

export const isOwn = (game: string): boolean => game.startsWith('own-');

/** From now on the page knows the game with these rules, which may be a listed one. Nothing is kept. */
export async function learn(app: App, rules: string): Promise<GameInfo> {
  const { game, form } = await app.engine.rules(rules);
  if (isOwn(game.id)) {
    if (form !== '') forms.set(game.id, form);
    app.own = [...app.own.filter(({ id }) => id !== game.id), game];
  }
  return game;
}

/** The same for the game of a record, if it is not listed. */
export async function learnOf(app: App, record: string): Promise<void> {
  const fact = rulesFact(record);
  if (fact) await learn(app, fact.rules.text);
}

/** Looks for the rules of a game in what this browser keeps; false if they are not there. */
export async function recall(app: App, game: string): Promise<boolean> {
  const facts = [...(await played.facts()), ...(await app.store.list()).map(({ record }) => rulesFact(record))];
  const found = facts.find((fact) => fact?.id === `rules ${game}`);
  if (found && 'rules' in found) await learn(app, found.rules.text);
  return app.game(game) !== undefined;
}
