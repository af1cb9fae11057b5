/** Texts of new versions, and of the page as an app. */
import { translator } from '../../ground/i18n.ts';

export const offline = {
  'update.ready': 'A new version is ready.',
  'update.now': 'Update now',
  'update.unsaved': 'This browser isn’t saving your game, so an update would lose it. Finish the game first.',
  'update.later': 'The new version starts once all tabs with Quincunx are closed.',

  'version.title': 'Version',
  'version.this': 'Quincunx {{version}} (build {{build}})',
  'version.search': 'Check for updates',
  'version.searching': 'Checking …',
  'version.newest': 'You have the newest version.',
  'version.fetching': 'Downloading a new version …',
  'version.failed': 'The new version couldn’t be downloaded completely. You keep this one, and the download continues later.',
  'version.no-connection': 'No connection right now. Try again later.',
  'version.kept': 'Quincunx is stored in this browser and works offline.',
  'version.first-fetching': 'Quincunx is being stored in this browser, so that it works offline.',
  'version.first-failed': 'Quincunx couldn’t be stored completely, so it still needs a connection. It will try again.',
  'version.install': 'Install as an app',
} as const;

export const t = translator(offline);
