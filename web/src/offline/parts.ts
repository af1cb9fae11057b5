/**
 * New versions, the page without a connection, and games that come from outside the page: one part of it, which it loads
 * when it has nothing else to do.
 */
export { keepOffline } from './offline.svelte.ts';
export { openFile } from '../play/open-record.ts';
export { default as Version } from './Version.svelte';
