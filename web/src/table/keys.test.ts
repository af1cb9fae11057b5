import { expect, it } from 'vitest';
import german from '../words/texts/de/extras.json';
import { extras as english } from '../words/texts/extras.ts';
import { actionOf, actions, keys } from './keys.ts';
import { shortcut } from '../ground/shortcut.ts';

it('gives each key to one action', () => {
  const all = actions.flatMap((action) => [...keys[action]]);
  expect(new Set(all).size).toBe(all.length);
  for (const action of actions) for (const key of keys[action]) expect(actionOf(key), key).toBe(action);
  expect(actionOf('x')).toBeUndefined();
});

it('names keys as an event does', () => {
  for (const key of actions.flatMap((action) => [...keys[action]])) expect(shortcut({ key }), key).toBe(key);
});

it('says of all keys of an action in the list, where they are more than one', () => {
  for (const texts of [english, german])
    for (const action of ['undo', 'redo'] as const) {
      const said = texts[`keys.${action}-keys`];
      for (const key of keys[action]) expect(said).toContain(key.length === 1 ? key.toUpperCase() : texts === english ? key : '');
    }
});
