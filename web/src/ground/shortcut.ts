/**
 * The character of a key for shortcuts: the letter on it. Layouts that write no Latin letters, and input methods, are
 * asked for the place of the key instead, and so is the row of digits, which some layouts reach only with Shift. What a
 * browser fills in comes with events that have neither.
 */
export function shortcut({ key = '', code = '', shiftKey }: Partial<KeyboardEvent>): string {
  const place = code.slice(-1);
  if (code.startsWith('Digit') && !shiftKey) return place;
  const unknown = key.length === 1 ? key > '\u024F' : key === 'Process' || key === 'Unidentified';
  const found = unknown && code.startsWith('Key') ? place : key;
  return found.length === 1 ? found.toLowerCase() : found;
}

/** Whether a key types text into this element; in a slider or a checkbox it does not. */
export const typesText = (element: Element): boolean =>
  element.matches('textarea,select,input:not([type=range],[type=checkbox],[type=radio])');
