/** Keeps the screen on while somebody plays and thinks. */

/** A player who has done nothing for so long has left, ms. */
const rest = 5 * 60_000;

let lock: WakeLockSentinel | null = null;
let asked = false;
let wanted = false;
let timer: ReturnType<typeof setTimeout> | undefined;

const canStayAwake = (): boolean => 'wakeLock' in navigator;

/** The screen stays on for some minutes from now. */
export function stayAwake(): void {
  wanted = true;
  clearTimeout(timer);
  timer = setTimeout(letSleep, rest);
  if (asked || document.hidden || !canStayAwake() || (lock && !lock.released)) return;
  asked = true;
  navigator.wakeLock
    .request('screen')
    .then((granted) => {
      lock = granted;
      if (!wanted) letSleep();
    })
    .catch(() => {}) // a low battery, for one: then it may go off
    .finally(() => (asked = false));
}

export function letSleep(): void {
  wanted = false;
  clearTimeout(timer);
  void lock?.release().catch(() => {});
  lock = null;
}
