import type { Plugin } from 'vite';

/**
 * The policy that `quincunx serve` sends as a header (apps/server/answer.cpp); the page carries it too, for hosts
 * that send none. Only the header says `frame-ancestors`, which a page cannot say of itself. tests/csp_test.py
 * compares the two.
 */
const policy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
  "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/** Puts the policy into the built page. The development server needs inline styles and does without it. */
export function contentSecurityPolicy(): Plugin {
  return {
    name: 'quincunx:csp',
    apply: 'build',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { 'http-equiv': 'Content-Security-Policy', content: policy }, injectTo: 'head-prepend' },
    ],
  };
}
