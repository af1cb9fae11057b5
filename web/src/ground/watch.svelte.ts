import { untrack } from 'svelte';

/** Runs at first and after each change of what is read; what the run itself reads does not count. */
export function watch<T>(read: () => T, run: (value: T) => void): void {
  $effect(() => {
    const value = read();
    untrack(() => {
      run(value);
    });
  });
}
