/** Short messages: what the page shows for a moment, and what screen readers are told. */
export interface Notice {
  number: number;
  text: string;
  kind: 'plain' | 'refusal' | 'warning';
  action: { label: string; run: () => void } | null;
}

let number = 0;

export const notices: { shown: Notice | null; said: string } = $state({ shown: null, said: '' });

/** Shows a message in place of the one before. It is not spoken; `announce` does that. */
function notify(text: string, kind: Notice['kind'] = 'plain', action: Notice['action'] = null): void {
  notices.shown = { number: ++number, text, kind, action };
}

export function dismiss(which: number | null = null): void {
  if (which === null || notices.shown?.number === which) notices.shown = null;
}

/** The game has gone on, so the message about the last move disappears. Warnings stay. */
export function passBy(): void {
  if (notices.shown && notices.shown.kind !== 'warning') notices.shown = null;
}

/** Says a text in the live region; the same text twice is said twice. */
export function announce(text: string): void {
  if (text === '') return;
  notices.said = notices.said === text ? `${text}\u00a0` : text;
}

/** Both; `spoken` if it is said differently from how it is written. */
export function tell(text: string, kind: Notice['kind'] = 'plain', action: Notice['action'] = null, spoken = text): void {
  notify(text, kind, action);
  announce(spoken);
}
