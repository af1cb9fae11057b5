/** The player's settings, saved in this browser. Without storage everything works, but is not remembered. */
import { readLocal, writeLocal } from '../ground/local.ts';
import { defaultTheme, readTheme } from '../theme/settings.ts';

/** The languages that there are, those with a folder of texts, and what each calls itself, for those who read no other. */
export const languages = LANGUAGES;

/** Settings that are one of several. */
export const choices = {
  /** 'system': the first of those that the browser is set to, or English; read by start.js as well */
  language: ['system', ...Object.keys(languages)],
  animation: ['off', 'slow', 'normal', 'fast', 'fastest'],
  /** a tap moves at once, or selects so that a second tap chooses the target */
  tap: ['move', 'select'],
  automatic: ['never', 'safe', 'all'],
  /** what happens is heard, as loud as that, and felt; 'felt': phones let the finger feel it, but nothing is heard */
  sound: ['off', 'felt', 'low', 'medium', 'high'],
  /** of all kinds; that of what the player can know; help that knows the hidden cards as well */
  help: ['off', 'fair', 'all'],
  /** of a solution that plays itself */
  filmSpeed: ['slow', 'normal', 'fast'],
} as const;
type Chosen = { -readonly [Name in keyof typeof choices]: (typeof choices)[Name][number] };

/** All settings, as they are at first; in another order, the same settings would look changed (`chosen` in file.ts). */
const initial = {
  language: 'system',
  animation: 'normal',
  tap: 'move',
  automatic: 'never',
  leftHanded: false,
  /** buttons, foundations, stock and waste below the tableau */
  bottom: false,
  /** the thumb's reach has been offered, on a touch screen, and is not offered again */
  thumbOffered: false,
  /** no clock and no number of moves */
  relaxed: false,
  /** moves can be typed, and piles have their names: from when somebody asks for it until it is closed */
  field: false,
  /** letters are shortcuts while the focus is on the table */
  shortcuts: true,
  sound: 'felt',
  /** sound has been offered, and is not offered again */
  soundOffered: false,
  help: 'all',
  /** says after each move whether the game can be won: where no card is hidden, and in games marked for it */
  verdict: false,
  /** shows the chance after each move, where cards are hidden */
  odds: false,
  filmSpeed: 'normal',
  /** games whose first game has been offered or played */
  lessons: '',
  theme: { ...defaultTheme },
} satisfies Chosen & Record<string, unknown>;

export type Settings = Omit<typeof initial, keyof Chosen> & Chosen;
export const defaults: Settings = initial;

const key = 'quincunx-settings';

/** Settings of earlier names, where two have become one: nothing that was hidden or off comes back. */
function carried(stored: object): object {
  const { showTime, showMoves, pileNames, sound, volume, vibration, fairHelp, allKnownHelp } = stored as Record<string, unknown>;
  return {
    ...stored,
    ...((showTime === false || showMoves === false) && { relaxed: true }),
    ...(pileNames === true && { field: true }),
    ...(sound === true ? { sound: volume ?? 'medium' } : vibration === false && { sound: 'off' }),
    ...(fairHelp === false ? { help: 'off' } : allKnownHelp === false && { help: 'fair' }),
  };
}

/** Takes from a text only what has the right type. */
export function readSettings(text: string | null): Settings {
  const settings: Settings = { ...defaults, theme: { ...defaultTheme } };
  if (text === null) return settings;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null) return settings;
    for (const [name, value] of Object.entries(carried(stored))) {
      const known = name as keyof Settings;
      if (!(known in defaults) || typeof value !== typeof defaults[known]) continue;
      if (known === 'theme') {
        settings.theme = readTheme(value);
        continue;
      }
      if (known in choices && !(choices[known as keyof Chosen] as readonly unknown[]).includes(value)) continue;
      (settings as unknown as Record<string, unknown>)[known] = value;
    }
  } catch {
    // what is stored is not JSON: the defaults apply
  }
  return settings;
}

/** what was read or written last */
let known = readLocal(key);
export const settings: Settings = $state(readSettings(known));

/** Writes every change; false if the browser does not allow it. A page that was frozen has not been told what another did. */
export function keepSettings(): boolean {
  const there = readLocal(key);
  if (there !== null && there !== known) {
    const [before, now] = [readSettings(known), readSettings(there)];
    for (const name of Object.keys(defaults) as (keyof Settings)[])
      if (JSON.stringify(settings[name]) === JSON.stringify(before[name])) Object.assign(settings, { [name]: now[name] });
  }
  const text = JSON.stringify(settings);
  const written = writeLocal(key, text);
  if (written) known = text;
  return written;
}

/** Another tab changed them. */
export function followSettings(): () => void {
  const follow = (event: StorageEvent) => {
    if (event.key !== key) return;
    known = event.newValue;
    Object.assign(settings, readSettings(known));
  };
  addEventListener('storage', follow);
  return () => removeEventListener('storage', follow);
}
