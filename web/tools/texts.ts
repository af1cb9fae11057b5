/** Writes the texts of all languages as JSON, for translators' tools: `npm run texts -- FOLDER`. */
import { cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const messages = fileURLToPath(new URL('../src/words/texts/', import.meta.url));
const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: npm run texts -- FOLDER');
  process.exit(2);
}
cpSync(messages, folder, { recursive: true, filter: (path) => !path.endsWith('.ts') });
mkdirSync(`${folder}/en`, { recursive: true });
const server = await createServer({
  root: fileURLToPath(new URL('..', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
});
for (const file of readdirSync(messages).filter((name) => /^\w+\.ts$/.test(name))) {
  const area = file.replace('.ts', '');
  const { [area]: texts } = await server.ssrLoadModule(`/src/words/texts/${file}`);
  writeFileSync(`${folder}/en/${area}.json`, `${JSON.stringify(texts, null, 2)}\n`);
}
await server.close();
