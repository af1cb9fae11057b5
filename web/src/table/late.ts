import Moments from './Moments.svelte';
import { feltOf, momentsOf } from './moments.ts';
import { celebration, showTime } from './shows.ts';

/** All that makes the table feel alive, loaded as one file when it has been dealt: the table is played without it, too. */
export const feel = { Moments, feltOf, momentsOf, celebration, showTime };
