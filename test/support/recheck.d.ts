/** The part of `recheck` that needs no program beside it; its own types are those of the whole. */
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck';
}
