/** The parts of the table's page that are not needed at once: it loads them a little later, or when somebody wants one. */
import { followScreen } from '../cards/screen.ts';

followScreen();
export { default as NewDeal } from '../deals/NewDeal.svelte';
export { default as EndPanel } from './EndPanel.svelte';
export { default as FieldPanel } from './FieldPanel.svelte';
export { default as GameMenu } from './GameMenu.svelte';
export { default as HistoryPanel } from './HistoryPanel.svelte';
export { default as KeysDialog } from './KeysDialog.svelte';
export { default as Keeper } from '../played/Keeper.svelte';
export { noteLeft } from '../played/keeper.svelte.ts';
export { default as ShareDialog } from '../links/ShareDialog.svelte';
export { panelSide } from './side.ts';
