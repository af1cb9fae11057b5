import { expect, it, vi } from 'vitest';
import { Died, Refused, Unusable } from '../engine/client.ts';
import { failedWords, Told } from './failed.ts';
import { StorageError } from '../store/database.ts';

it('a failure is said in words for players, whatever was thrown', () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const raw = "Cannot read properties of undefined (reading 'record')";
  for (const error of [
    new TypeError(raw),
    new Error(raw),
    raw,
    new DOMException(raw, 'NotFoundError'),
    new Died(raw),
    new Unusable('crashed', raw),
    new StorageError('full'),
  ]) {
    const words = failedWords(error);
    expect(words).not.toContain(raw);
    expect(words).toMatch(/^[A-Z].*\.$/);
  }
  expect(log).toHaveBeenCalledTimes(5);
  expect(failedWords(new Told('This game isn’t saved.'))).toBe('This game isn’t saved.');
  expect(failedWords(new Refused({ message: 'not a move', code: 'x', parameters: {}, line: 0, column: 0 } as never))).toBe('not a move');
  log.mockRestore();
});
