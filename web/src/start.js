// Runs before anything is shown: Home stands in the page as HTML, and must not be seen at another page's address, nor in
// other colors than the player chose. A browser's offer to install the page comes early, too; it is kept for About.
(() => {
  const root = document.documentElement;
  if (!/^#?\/*$/.test(location.hash)) root.classList.add('elsewhere');
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.quincunxInstall = event;
  });
  try {
    const { theme } = JSON.parse(localStorage.getItem('quincunx-settings') || '{}');
    for (const name of ['scheme', 'contrast', 'table', 'paper', 'deck']) {
      if (theme && typeof theme[name] === 'string' && theme[name] !== 'system') root.dataset[name] = theme[name];
    }
  } catch {
    // no storage, or something else in it: the system's colors
  }
})();
