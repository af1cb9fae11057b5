/** A game that somebody has opened to watch it: the film begins when its table is there, which it may be already. */
let wanted = $state('');

/** `address`: its fragment */
export function wantFilm(address: string): void {
  wanted = address;
}

/** Whether the game at this address is to be shown as a film now; only once. */
export function filmWanted(address: string): boolean {
  if (wanted !== address) return false;
  wanted = '';
  return true;
}
