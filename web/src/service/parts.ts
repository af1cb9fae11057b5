/** What pages load of the service after what they are for. */
export { default as ResultsButton } from './ResultsButton.svelte';
export { sendNow } from './service.ts';
export { starsOf } from './votes.ts';
