/** The rules of well-known games in games/files/, one file of the page for all of them, which `shipped.ts` loads. */
export default import.meta.glob<string>('../../../games/files/*.json', { query: '?raw', import: 'default', eager: true });
