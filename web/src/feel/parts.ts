/** What makes the table feel alive, loaded when it has been dealt: the table is played without it, too. */
export { default as Moments } from './Moments.svelte';
export { feltOf, momentsOf } from './moments.ts';
export { celebration, showTime } from './shows.ts';
