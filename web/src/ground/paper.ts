/** Paper shows what is closed on the screen. */
export function openOnPaper(details: HTMLDetailsElement): () => void {
  let closed = false;
  const before = (): void => void ([closed, details.open] = [!details.open, true]);
  const after = (): void => void (details.open &&= !closed);
  addEventListener('beforeprint', before);
  addEventListener('afterprint', after);
  return () => {
    removeEventListener('beforeprint', before);
    removeEventListener('afterprint', after);
  };
}
