// The path of a screen.

/** Of an address; / shows the meditation as well (SHELL-09). */
export function screenPath(pathname: string): string {
  return pathname.replace(/\/+$/, '') || '/meditation'
}
