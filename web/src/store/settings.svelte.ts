/** The player's settings, saved in this browser. Without storage everything works, but is not remembered. */
import type { Automatic } from '../engine/engine.ts';
import { readLocal, writeLocal } from './local.ts';
import { defaultTheme, readTheme, type ThemeSettings } from '../theme/settings.ts';

/** The languages that there are (docs/translating.md). */
export const languages = ['en', 'de'] as const;

export interface Settings {
  /** 'system': the first of those that the browser is set to, or English; read by start.js as well */
  language: 'system' | (typeof languages)[number];
  animation: 'off' | 'slow' | 'normal' | 'fast' | 'fastest';
  /** a tap moves at once, or selects so that a second tap chooses the target */
  tap: 'move' | 'select';
  automatic: Automatic;
  leftHanded: boolean;
  cardSize: 'small' | 'medium' | 'large';
  /** buttons, foundations, stock and waste below the tableau */
  bottom: boolean;
  showTime: boolean;
  showMoves: boolean;
  /** pile names on the table, for those who type */
  pileNames: boolean;
  field: boolean;
  /** letters are shortcuts while the focus is on the table */
  shortcuts: boolean;
  /** swipes, and taps with several fingers, undo and redo */
  gestures: boolean;
  /** screen readers hear what moved, not how many cards are left behind */
  briefSpeech: boolean;
  sound: boolean;
  volume: 'low' | 'medium' | 'high';
  /** sound has been offered, and is not offered again */
  soundOffered: boolean;
  /** phones let the finger feel what happens */
  vibration: boolean;
  /** the screen stays on while somebody plays */
  awake: boolean;
  /** help that knows what the player can know; in games that hide no card, any help */
  fairHelp: boolean;
  /** help that knows the hidden cards */
  allKnownHelp: boolean;
  /** looks for the hint before it is asked for */
  thinkAhead: boolean;
  /** says after each move whether the game can be won: where no card is hidden, and in games marked for it */
  verdict: boolean;
  /** shows the chance after each move, where cards are hidden */
  odds: boolean;
  /** of a solution that plays itself */
  filmSpeed: 'slow' | 'normal' | 'fast';
  /** games whose first game has been offered or played */
  lessons: string;
  theme: ThemeSettings;
}

export const defaults: Settings = {
  language: 'system',
  animation: 'normal',
  tap: 'move',
  automatic: 'never',
  leftHanded: false,
  cardSize: 'medium',
  bottom: false,
  showTime: true,
  showMoves: true,
  pileNames: false,
  field: false,
  shortcuts: true,
  gestures: true,
  briefSpeech: false,
  sound: false,
  volume: 'medium',
  soundOffered: false,
  vibration: true,
  awake: true,
  fairHelp: true,
  allKnownHelp: true,
  thinkAhead: true,
  verdict: false,
  odds: false,
  filmSpeed: 'normal',
  lessons: '',
  theme: { ...defaultTheme },
};

/** For those who want no pressure: nothing is counted, and what can do no harm is done for them. */
export const relaxed = { showTime: false, showMoves: false, automatic: 'safe' } as const satisfies Partial<Settings>;

const key = 'quincunx-settings';

/** Takes from a text only what has the right type. */
export function readSettings(text: string | null): Settings {
  const settings: Settings = { ...defaults, theme: { ...defaultTheme } };
  if (text === null) return settings;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return settings;
    const allowed: Partial<Record<keyof Settings, readonly string[]>> = {
      language: ['system', ...languages],
      animation: ['off', 'slow', 'normal', 'fast', 'fastest'],
      tap: ['move', 'select'],
      automatic: ['never', 'safe', 'all'],
      cardSize: ['small', 'medium', 'large'],
      volume: ['low', 'medium', 'high'],
      filmSpeed: ['slow', 'normal', 'fast'],
    };
    for (const [name, value] of Object.entries(stored)) {
      const known = name as keyof Settings;
      if (!(known in defaults) || typeof value !== typeof defaults[known]) continue;
      if (known === 'theme') {
        settings.theme = readTheme(value);
        continue;
      }
      if (allowed[known] && !allowed[known].includes(value as string)) continue;
      (settings as unknown as Record<string, unknown>)[known] = value;
    }
  } catch {
    // what is stored is not JSON: the defaults apply
  }
  return settings;
}

export const settings: Settings = $state(readSettings(readLocal(key)));

/** Writes every change; false if the browser does not allow it. */
export function keepSettings(): boolean {
  return writeLocal(key, JSON.stringify(settings));
}

/** Another tab changed them. */
export function followSettings(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key === key) Object.assign(settings, readSettings(event.newValue));
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
