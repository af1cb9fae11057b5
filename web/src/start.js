// Runs before anything is shown: decides on the page's language, and asks for its texts and for what a table needs. Home
// stands in the page as HTML, in English, and must not be seen in place of another page or language, nor in other colors
// than the player chose. A browser's offer to install the page comes early, too; it is kept for About.
(() => {
  const root = document.documentElement;
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    window.quincunxInstall = event;
  });
  let settings = {};
  try {
    settings = JSON.parse(localStorage.getItem('quincunx-settings')) || settings;
  } catch {
    // no storage, or something else in it: the system's colors, the browser's language
  }
  const { theme, language } = settings;
  for (const name of ['scheme', 'contrast', 'table', 'paper', 'deck']) {
    if (theme && typeof theme[name] === 'string' && theme[name] !== 'system') root.dataset[name] = theme[name];
  }
  const texts = FIRST_TEXTS; // the files with a table's texts, by language
  root.lang = [language, ...navigator.languages, 'en'].map((tag) => String(tag).split('-')[0]).find((tag) => Object.hasOwn(texts, tag));
  const home = /^#?\/*$/.test(location.hash);
  if (!home || root.lang !== 'en') root.classList.add('elsewhere');
  // Who has played sees what he wants next, which only the script knows.
  let last;
  try {
    last = JSON.parse(localStorage.getItem('quincunx-home'))?.last;
  } catch {
    // no storage, or something else in it: nobody has played
  }
  if (last) root.classList.add('known');
  // A table needs more, and has to wait for all of it; a shared game, whose data begin with a digit, leads to one.
  const { modules, worker, home: ofHome } = FIRST_FILES;
  const table = worker !== '' && /^#\/[a-z-]+\/(game-|\d)/.test(location.hash);
  if (table) {
    try {
      const early = { worker: new Worker(worker, { type: 'module', name: 'table' }), failed: false };
      // Nobody has asked it anything: all that it can say is that it cannot run.
      early.worker.onmessage = early.worker.onerror = () => (early.failed = true);
      window.quincunxTable = early;
    } catch {
      // the page tries again, and says so
    }
  }
  for (const file of [...(home ? texts[root.lang].slice(0, 1) : texts[root.lang]), ...(table ? modules : home ? ofHome : [])]) {
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = file;
    document.head.append(link);
  }
})();
