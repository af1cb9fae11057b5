declare module 'virtual:table-wasm' {
  const url: string;
  export default url;
}
declare module '*.md?html' {
  const html: string;
  export default html;
}
