/**
 * What would hold a slow phone's page for too long is made part by part: counts them, one in each task, once nothing
 * `waits`.
 */
export class Parts {
  made = $state(0);

  constructor(
    readonly all: number,
    waits = (): boolean => false,
  ) {
    $effect(() => {
      if (this.made === all || waits()) return;
      const next = setTimeout(() => ++this.made);
      return () => clearTimeout(next);
    });
  }
}
