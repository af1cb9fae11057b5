/** Texts of new versions, and of the page as an app. */
import { translator } from '../i18n.ts';

export const offline = {
  'update.ready': 'A new version is ready.',
  'update.now': 'Update now',
  'update.unsaved': 'This browser is not saving your game, so it would be lost. Finish it first, then update.',
  'update.later': 'The new version will start when all tabs with Quincunx are closed.',

  'version.title': 'Version',
  'version.this': 'Quincunx {{version}} (build {{build}})',
  'version.search': 'Check for updates',
  'version.searching': 'Checking …',
  'version.newest': 'This is the newest version.',
  'version.fetching': 'A new version is being downloaded.',
  'version.failed': 'The new version could not be downloaded completely. You keep this one, and the download goes on later.',
  'version.no-connection': 'There is no connection now. Try again later.',
  'version.kept': 'Quincunx is stored in this browser and works without a connection.',
  'version.first-fetching': 'Quincunx is being stored in this browser, so that it works without a connection.',
  'version.first-failed': 'Quincunx could not be stored in this browser completely, so it needs a connection. It will be tried again.',
  'version.install': 'Install as an app',
} as const;

export const t = translator(offline);
