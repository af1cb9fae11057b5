/** Holding the pointer down where there is no card: for as long as it stays, what can be played is marked. */

/** so long until it counts as holding, ms */
const patience = 350;
/** farther than this the pointer is going somewhere, px */
const slack = 12;

/** `free`: nothing that could be pressed is under the pointer. */
export function look(free: (event: PointerEvent) => boolean, hold: (on: boolean) => void): (element: HTMLElement) => () => void {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let holding = false;
    let from = { x: 0, y: 0 };
    const end = () => {
      clearTimeout(timer);
      if (!holding) return;
      holding = false;
      hold(false);
    };
    const down = (event: PointerEvent) => {
      end();
      if (event.button !== 0 || !event.isPrimary || !free(event)) return;
      from = { x: event.clientX, y: event.clientY };
      timer = setTimeout(() => {
        holding = true;
        hold(true);
      }, patience);
    };
    const move = (event: PointerEvent) => {
      if (!holding && Math.hypot(event.clientX - from.x, event.clientY - from.y) > slack) end();
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('pointermove', move);
    // It may be lifted outside.
    for (const type of ['pointerup', 'pointercancel', 'blur']) addEventListener(type, end);
    return () => {
      end();
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('pointermove', move);
      for (const type of ['pointerup', 'pointercancel', 'blur']) removeEventListener(type, end);
    };
  };
}

/** A button that does something while it is held; a press of a key on it is a short one. */
export function holds(hold: (on: boolean) => void): (element: HTMLElement) => () => void {
  return (element) => {
    let holding = false;
    const down = (event: PointerEvent) => {
      if (event.button !== 0) return;
      holding = true;
      hold(true);
    };
    const up = () => {
      if (holding) hold(false);
      holding = false;
    };
    const click = (event: MouseEvent) => {
      if (event.detail > 0) return;
      hold(true);
      hold(false);
    };
    element.addEventListener('pointerdown', down);
    element.addEventListener('click', click);
    for (const type of ['pointerup', 'pointercancel', 'blur']) addEventListener(type, up);
    return () => {
      element.removeEventListener('pointerdown', down);
      element.removeEventListener('click', click);
      for (const type of ['pointerup', 'pointercancel', 'blur']) removeEventListener(type, up);
    };
  };
}
