/** @type {import('@sveltejs/vite-plugin-svelte').SvelteConfig} */
export default {
  compilerOptions: {
    runes: true,
    // The same in every build: Home is rendered by another one than the page.
    cssHash: ({ hash, css }) => `s-${hash(css)}`,
  },
};
