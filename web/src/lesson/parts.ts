/** What is loaded for a first game: its offer, and the lesson itself. */
export { default as Lesson } from './Lesson.svelte';
export { default as Offer } from './Offer.svelte';
