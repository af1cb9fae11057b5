/**
 * Games with rules of somebody's own. This browser knows those of the games that it keeps, and of those that come with the page;
 * others have to be brought.
 */
import { forms } from '../engine/solver.ts';
import type { GameInfo } from '../engine/contract.ts';
import { rulesFact, rulesFactOf } from '../store/facts.ts';
import { played } from '../store/played.ts';
import type { App } from './app.svelte.ts';
import { named } from './routes.ts';
import { shipped } from './shipped.ts';

export const isOwn = (game: string): boolean => game.startsWith('own-');

/** The rules of the games that the page has learned, by their ids. */
const texts = new Map<string, string>();

export const rulesOf = (game: string): string | undefined => texts.get(game);

/**
 * From now on the page knows the game with these rules, which may be a listed one. Nothing is kept. Whatever it began as, it
 * is no variant: rules, lessons and deals of another game are not its own.
 */
export async function learn(app: App, rules: string): Promise<GameInfo> {
  const { game: read, form } = await app.engine.rules(rules);
  const game = isOwn(read.id) ? { ...read, variantOf: '' } : read;
  if (isOwn(game.id)) {
    forms.set(game.id, form);
    texts.set(game.id, JSON.stringify(JSON.parse(rules)));
    app.know(game);
  }
  return game;
}

/** The same for the game of a record, if it is not listed. */
export async function learnOf(app: App, record: string): Promise<void> {
  const fact = rulesFact(record);
  if (fact) await learn(app, fact.rules.text);
}

export const forget = (game: string): Promise<void> => played.drop(rulesFactOf(game, '').id);

/** The player's own games, without those that come with the page. */
export async function yours(app: App): Promise<GameInfo[]> {
  const facts = (await played.facts()).filter((fact) => 'rules' in fact);
  if (facts.length === 0) return [];
  const others = Object.values(await shipped());
  const all = facts.map(async ({ rules: { game, text } }) => {
    const { name } = JSON.parse(text) as { name?: string };
    for (const other of others)
      if ((JSON.parse(other) as { name?: string }).name === name && (await app.engine.rules(other)).game.id === game) return null;
    return learn(app, text).catch(() => null); // of a later version
  });
  return (await Promise.all(all)).filter((info) => info !== null).sort((a, b) => a.name.localeCompare(b.name));
}

/** Position lines with the rules of their game, so that they can be read anywhere. */
export const withRules = (lines: string): string =>
  lines.replace(/^game (.*)$/m, (line, game: string) => (texts.has(game) ? `${line}\nrules ${texts.get(game)!}` : line));

/**
 * Looks for the rules of a game, by its id or its name in addresses, in what this browser keeps and in what comes with the page;
 * false if they are not there.
 */
export async function recall(app: App, game: string): Promise<boolean> {
  const own = isOwn(game);
  if (own) {
    const facts = [...(await played.facts()), ...(await app.store.list()).map(({ record }) => rulesFact(record))];
    const found = facts.find((fact) => fact?.id === `rules ${game}`);
    if (found && 'rules' in found) await learn(app, found.rules.text);
  }
  if (!app.game(game))
    for (const [name, text] of Object.entries(await shipped())) {
      if (!own && name !== game) continue;
      const { id } = (await app.engine.rules(text)).game;
      if (!own || id === game) {
        await learn(app, text);
        named.set(name, id);
        app.read();
        return true;
      }
    }
  return app.game(game) !== undefined;
}
