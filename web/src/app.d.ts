declare module 'virtual:table-wasm' {
  const url: string;
  export default url;
}
declare module 'virtual:solver-wasm' {
  const url: string;
  export default url;
}
declare module '*.md?rules' {
  const page: { short: string; exact: string };
  export default page;
}
declare module 'virtual:home' {
  export const games: import('../vite/home-data.ts').HomeGame[];
  export const hero: string;
}
