/** New versions, and the page without a connection: one part of the page, which it loads when it has nothing else to do. */
export { keepOffline } from './offline.svelte.ts';
export { default as Version } from './Version.svelte';
