/** Given when the page is built (vite/catalogs.ts). */
declare const LANGUAGES: Readonly<Record<string, string>>;
declare module '*.md?rules' {
  const page: Record<'short' | 'tips' | 'exact', string>;
  export default page;
}
declare module 'virtual:home' {
  export const games: import('./pages/home-game.ts').HomeGame[];
  export const hero: string;
}
declare module 'virtual:deals' {
  const deals: import('./pages/home-game.ts').KnownDeals[];
  export default deals;
}
declare module 'virtual:offers' {
  const offers: Partial<Record<string, import('./pages/home-game.ts').Offer>>;
  export default offers;
}
declare module '*.puzzles?count' {
  const count: number;
  export default count;
}
