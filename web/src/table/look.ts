/** Holding a point of the felt, or a button: for as long as it lasts, what can be played is marked. */

/** On the felt, so long until it counts as holding, ms. */
const patience = 350;
/** Farther than this, the pointer is going somewhere, px. */
const slack = 12;

/**
 * `free`: nothing that could be pressed is under the pointer. Without it the element is a button, which acts at once, and
 * on which a key is a short press.
 */
export function holds(hold: (on: boolean) => void, free?: (event: PointerEvent) => boolean): (element: HTMLElement) => () => void {
  return (element) => {
    const over = new AbortController();
    const { signal } = over;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let holding = false;
    let from = { clientX: 0, clientY: 0 };
    const begin = () => hold((holding = true));
    const end = () => {
      clearTimeout(timer);
      if (holding) hold((holding = false));
    };
    const down = (event: PointerEvent) => {
      end();
      from = event;
      if (event.button !== 0 || !event.isPrimary || free?.(event) === false) return;
      if (free) timer = setTimeout(begin, patience);
      else begin();
    };
    const move = ({ clientX, clientY }: PointerEvent) => {
      if (!holding && Math.hypot(clientX - from.clientX, clientY - from.clientY) > slack) end();
    };
    const click = ({ detail }: MouseEvent) => {
      if (free || detail > 0) return;
      hold(true);
      hold(false);
    };
    element.addEventListener('pointerdown', down, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('click', click, { signal });
    // It may be lifted outside.
    for (const type of ['pointerup', 'pointercancel', 'blur']) addEventListener(type, end, { signal });
    return () => {
      end();
      over.abort();
    };
  };
}

/** How long a press of a button is a long one, ms. */
const long = 500;

/** A long press of a button does something else than a short one. */
export function heldLong(job: () => void): (element: HTMLElement) => () => void {
  return (element) => {
    const over = new AbortController();
    const { signal } = over;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let done = false;
    const stop = () => clearTimeout(timer);
    const down = ({ button }: PointerEvent) => {
      stop();
      done = false;
      if (button !== 0 || (element as HTMLButtonElement).disabled) return;
      timer = setTimeout(() => {
        done = true;
        job();
      }, long);
    };
    // The click and the menu that a browser adds.
    const added = (event: Event) => {
      if (!done) return;
      event.preventDefault();
      event.stopPropagation();
    };
    element.addEventListener('pointerdown', down, { signal });
    for (const type of ['pointerup', 'pointercancel', 'pointerleave', 'blur']) element.addEventListener(type, stop, { signal });
    for (const type of ['click', 'contextmenu']) element.addEventListener(type, added, { signal, capture: true });
    return () => {
      stop();
      over.abort();
    };
  };
}
