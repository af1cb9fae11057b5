/** Words for what the engine answers, which are loaded a little after the table. */
export { adviceWords, fieldWords, refusalWords } from '../words/replies.ts';
