/** A page with a table: it owns where the keyboard goes on, and what is typed; keys and bars do everything through it. */
import { onDestroy } from 'svelte';
import type { GameInfo } from '../engine/contract.ts';
import type { Game } from '../play/game.svelte.ts';
import { settings } from '../store/settings.svelte.ts';
import type { Action } from '../table/keys.ts';
import type { Lie } from '../table/lying.svelte.ts';
import { readTable } from '../table/semantics.ts';
import { showFelt } from '../theme/theme.svelte.ts';
import { announce } from '../ui/notices.svelte.ts';

export abstract class AtTable {
  abstract readonly info: GameInfo;
  /** where the keyboard goes on, if that is on the table */
  board: { focus: () => void; rest: () => void; escape: () => boolean; lie: Lie } | undefined = $state();
  /** the table's element; how wide the page is, and how high the table, px */
  felt: HTMLElement | undefined = $state();
  wide = $state(0);
  high = $state(0);
  /** how often somebody has wished to type */
  asked = $state(0);

  /** Only while a component begins: it ends with it. */
  constructor() {
    showFelt(true);
    onDestroy(() => showFelt(false));
  }

  /** what is on the table now */
  abstract get game(): Game | null;
  abstract undo(): void;
  redo?(): void;
  abstract hint(): void;
  /** Escape, if nothing on the table was begun. */
  escape?(): void;
  /** Loads what is needed to type. */
  protected abstract need(): Promise<unknown>;

  /** Whether keys do something, and this: no dialog is open, and the game is not paused. */
  keyed(_: Action | null): boolean {
    return true;
  }

  read(): void {
    if (this.game) announce(readTable(this.info, this.game.view));
  }

  async command(): Promise<void> {
    settings.field = true;
    await this.need();
    this.asked += 1;
  }
  closeField(): void {
    settings.field = false;
    this.asked = 0;
  }
}
