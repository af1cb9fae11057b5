import { describe, expect, it } from 'vitest';
import { shortcut } from './shortcut.ts';

const of = (key: string, code = '', shiftKey = false) => shortcut({ key, code, shiftKey });

describe('shortcuts', () => {
  it('go by the letter, wherever it is on the keyboard', () => {
    expect(of('z', 'KeyY')).toBe('z');
    expect(of('Z', 'KeyZ')).toBe('z');
    expect(of('/', 'Digit7', true)).toBe('/');
    expect(of('1', 'Numpad1')).toBe('1');
    expect(of('ArrowLeft', 'ArrowLeft')).toBe('ArrowLeft');
    expect(of('ö', 'Semicolon')).toBe('ö');
  });

  it('go by the place of the key where its letter is not Latin, or not known', () => {
    for (const key of ['я', 'ζ', 'ז', 'ㅋ', 'Process', 'Unidentified']) expect(of(key, 'KeyZ'), key).toBe('z');
    expect(of('в', 'KeyD')).toBe('d');
    expect(of('в')).toBe('в');
  });

  it('are none in an event without a key, as when a browser fills in a field', () => {
    expect(shortcut({})).toBe('');
  });

  it('take digits from a row that writes something else', () => {
    expect(of('&', 'Digit1')).toBe('1');
    expect(of('é', 'Digit2')).toBe('2');
    expect(of('?', 'Digit1', true)).toBe('?');
  });
});
