/** Words for what the engine answers, which are loaded a little after the table. */
export { adviceWords, choiceWords, fieldWords, refusalWords } from '../play/replies.ts';
