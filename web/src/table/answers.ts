/** Words for what the engine answers, which are loaded a little after the table. */
export { adviceWords, sureWords } from '../words/replies.ts';
export { fieldWords, refusalWords } from '../words/replies.ts';
