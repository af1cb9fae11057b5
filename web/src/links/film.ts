/** A game that somebody has opened to watch it: the film begins when its table is there. */
let wanted = '';

/** `address`: its fragment */
export function wantFilm(address: string): void {
  wanted = address;
}

/** Whether the game at this address is to be shown as a film now; only once. */
export function filmWanted(address: string): boolean {
  const now = wanted === address;
  wanted = '';
  return now;
}
