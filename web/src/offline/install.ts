/** Installing the page as an app, where the browser offers it. */

interface InstallPrompt extends Event {
  prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

/** `start.js` keeps the offer there, because it is made before this code is loaded. */
const place = globalThis as { quincunxInstall?: InstallPrompt | null };

export const canInstall = (): boolean => Boolean(place.quincunxInstall);

/** Asks the player; false if the browser no longer offers it. */
export async function install(): Promise<boolean> {
  const offer = place.quincunxInstall;
  if (!offer) return false;
  place.quincunxInstall = null; // it can be used once; after a refusal the browser may make another one
  try {
    return (await offer.prompt()).outcome === 'accepted';
  } catch {
    return false;
  }
}
