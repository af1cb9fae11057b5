import AdvicePanel from './AdvicePanel.svelte';
import Badge from './Badge.svelte';
import { Desk } from './desk.svelte.ts';
import FilmBar from './FilmBar.svelte';
import FindBetter from './FindBetter.svelte';

/** All of the advice, which a game's page loads as one file when somebody wants it. */
export const advice = { AdvicePanel, Badge, FindBetter, FilmBar, Desk };
