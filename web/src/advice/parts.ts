/** All of the advice, in one part of the page that is loaded when somebody wants it. */
export { default as AdvicePanel } from './AdvicePanel.svelte';
export { default as Badge } from './Badge.svelte';
export { default as FindBetter } from './FindBetter.svelte';
export { default as FilmBar } from './FilmBar.svelte';
export { Desk } from './desk.svelte.ts';
