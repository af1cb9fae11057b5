// Finds pages that have every word that is typed, those first that have them in their titles.
const field = document.querySelector('#search');
const found = document.querySelector('#found');
const article = document.querySelector('article');
const { up } = document.querySelector('script[data-up]').dataset;
let pages;

async function search() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  article.hidden = words.length > 0;
  found.replaceChildren();
  if (words.length === 0) return;
  pages ??= fetch(`${up}/search.json`).then((response) => response.json());
  const all = await pages;
  const has = (text) => words.every((word) => text.toLowerCase().includes(word));
  const hits = all.filter(({ title, text }) => has(`${title} ${text}`)).sort((a, b) => has(b.title) - has(a.title));
  const list = document.createElement('ul');
  for (const { address, title, text } of hits.slice(0, 50)) {
    const link = Object.assign(document.createElement('a'), { href: `${up}/${address}`, textContent: title });
    const at = Math.max(0, text.toLowerCase().indexOf(words[0]) - 60);
    const part = Object.assign(document.createElement('p'), { textContent: `… ${text.slice(at, at + 200)} …` });
    const item = document.createElement('li');
    item.append(link, part);
    list.append(item);
  }
  const count = Object.assign(document.createElement('p'), { textContent: hits.length === 1 ? '1 page' : `${hits.length} pages` });
  found.replaceChildren(count, list);
}

field.addEventListener('input', search);
