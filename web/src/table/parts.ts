/** The parts that make the table feel alive, loaded when it has been dealt: the table is played without them, too. */
export { default as Moments } from './Moments.svelte';
export { feltOf, momentsOf } from './moments.ts';
export { celebration, showTime } from './shows.ts';
