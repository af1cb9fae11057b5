/** The parts of a first game: its offer, and the lesson itself. */
export { default as Lesson } from './Lesson.svelte';
export { default as Offer } from './Offer.svelte';
