/** The pure JavaScript entry point of `recheck`, which comes without types. */
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck';
}
