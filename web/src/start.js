// Runs before anything is shown: decides on the page's language, and asks for what the page at this address needs. Home
// stands in the page as HTML, in English, and must not be seen in place of another page or language, nor in other colors
// than the player chose. A browser's offer to install the page comes early, too; it is kept for About.
(() => {
  // With a name and a password in the address, Chromium would run each module twice, under two addresses.
  if (/^\w+:\/\/[^/]*@/.test(document.baseURI)) return location.replace(location.href);
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
  // `pages`: the numbers of the files that each page needs; one in several languages has a name in each.
  const { languages, files, pages, worker } = FIRST_FILES;
  root.lang = [language, ...navigator.languages, 'en'].map((tag) => String(tag).split('-')[0]).find((tag) => languages.includes(tag));
  const home = /^#?\/*$/.test(location.hash);
  if (!home || root.lang !== 'en') root.classList.add('elsewhere');
  // A player who has played before sees what comes next, which only the script knows.
  let last;
  try {
    last = JSON.parse(localStorage.getItem('quincunx-home'))?.last;
  } catch {
    // no storage, or something else in it: nobody has played
  }
  if (last) root.classList.add('known');
  // A shared game, whose data begin with a digit, leads to a table.
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
  // As app/routes.ts reads it; any name that is none here is that of a game.
  const name = home ? 'home' : /^#?\/*([a-z-]+)/i.exec(location.hash)?.[1].toLowerCase();
  for (const number of pages[Object.hasOwn(pages, name) ? name : 'play'] ?? []) {
    const names = files[number];
    const file = Array.isArray(names) ? names[languages.indexOf(root.lang)] : names;
    const link = document.createElement('link');
    const sheet = file.endsWith('.css');
    link.rel = sheet ? 'preload' : 'modulepreload';
    if (sheet) link.as = 'style';
    link.crossOrigin = '';
    link.href = `assets/${file}`;
    document.head.append(link);
  }
  // A browser's rules for dates and numbers take a slow phone a tenth of a second to load: it has the time while files come.
  if (['today', 'statistics', 'puzzles'].includes(name)) setTimeout(() => new Intl.DateTimeFormat(root.lang));
})();
