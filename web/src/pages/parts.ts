/** The parts of the table's page that are not needed at once: it loads them a little later, or when somebody wants one. */
import { followScreen } from '../cards/screen.ts';

followScreen();
export { default as Dialogs } from './Dialogs.svelte';
export { default as EndPanel } from './EndPanel.svelte';
export { default as FieldPanel } from '../table/FieldPanel.svelte';
export { default as HistoryPanel } from '../table/HistoryPanel.svelte';
export { default as Keeper } from '../played/Keeper.svelte';
export { default as TwoGames } from './TwoGames.svelte';
export { noteLeft } from '../played/keeper.svelte.ts';
export { Replay } from '../play/replay.svelte.ts';
export { lying, lyingWell } from '../table/free.ts';
export { panelSide, sheetPlace } from '../table/side.ts';
