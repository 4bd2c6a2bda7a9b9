// Supported browsers: the oldest versions that the pages work in. The build lowers syntax to them, the lint rule
// `newer-interfaces` refuses interfaces that they lack, and README.md names them.

/** By the names of esbuild's targets. Firefox: before 128 it has no `@property`, which the lights and the styles use. */
export const supportedBrowsers = {
  chrome: '111',
  edge: '111',
  firefox: '128',
  safari: '16.4',
  ios: '16.4',
}
