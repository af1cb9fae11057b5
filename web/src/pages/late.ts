import { followScreen } from '../cards/screen.ts';
import { Replay } from '../play/replay.svelte.ts';
import Keeper from '../played/Keeper.svelte';
import { noteLeft } from '../played/keeper.svelte.ts';
import FieldPanel from '../table/FieldPanel.svelte';
import HistoryPanel from '../table/HistoryPanel.svelte';
import { lyingWell, panelSide } from '../table/lying.svelte.ts';
import Dialogs from './Dialogs.svelte';
import EndPanel from './EndPanel.svelte';
import TwoGames from './TwoGames.svelte';

followScreen();

/** Parts that a game's page does not need at once: it loads them as one file a little later, or when somebody wants some of it. */
export const late = {
  Dialogs,
  EndPanel,
  FieldPanel,
  HistoryPanel,
  Keeper,
  TwoGames,
  Replay,
  noteLeft,
  lyingWell,
  panelSide,
};
export type Late = typeof late;
