/**
 * Whether the solver may think ahead: once the table can be played, while the page is seen, and not where data or battery
 * are scarce. Then the first hint that somebody asks for loads it.
 */

/** The table comes first: its pictures and the first moves, ms. */
const after = 2000;
/** Below this share of a battery that is not being charged, it is spared. */
const low = 0.2;

interface Battery extends EventTarget {
  charging: boolean;
  level: number;
}
type Device = Navigator & { connection?: { saveData?: boolean }; getBattery?: () => Promise<Battery> };

export class Ahead {
  #opened = $state(false);
  #seen = $state(!document.hidden);
  #spares = $state(true);
  readonly #over = new AbortController();

  constructor(opened: Promise<void>) {
    const { signal } = this.#over;
    const { connection, getBattery } = navigator as Device;
    if (connection?.saveData === true) return;
    const idle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 0));
    void opened.then(() => setTimeout(() => idle(() => (this.#opened = !signal.aborted)), after));
    document.addEventListener('visibilitychange', () => (this.#seen = !document.hidden), { signal });
    getBattery?.call(navigator).then(
      (battery) => {
        const look = () => (this.#spares = battery.charging || battery.level > low);
        for (const change of ['levelchange', 'chargingchange']) battery.addEventListener(change, look, { signal });
        look();
      },
      () => {}, // what cannot be known is not scarce
    );
  }

  get may(): boolean {
    return this.#opened && this.#seen && this.#spares;
  }
  /** The solver may be loaded. */
  get warm(): boolean {
    return this.#opened;
  }
  end(): void {
    this.#over.abort();
  }
}
