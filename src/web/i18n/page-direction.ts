// How the page is written; Radix would take every page for one from left to right.

export function pageDirection(): 'ltr' | 'rtl' {
  return document.dir === 'rtl' ? 'rtl' : 'ltr'
}

/** The key of an event as on a page from left to right: there, the left arrow leads back. */
export function readingKey(key: string): string {
  return (pageDirection() === 'rtl' && mirrored.get(key)) || key
}

/** The same where the days or months may be stacked: there, up and down lead back and forth. */
export function gridKey(key: string, isStacked: boolean): string {
  return (isStacked && stacked.get(key)) || readingKey(key)
}

const stacked: ReadonlyMap<string, string> = new Map([
  ['ArrowUp', 'ArrowLeft'],
  ['ArrowDown', 'ArrowRight'],
])
const mirrored: ReadonlyMap<string, string> = new Map([
  ['ArrowLeft', 'ArrowRight'],
  ['ArrowRight', 'ArrowLeft'],
])
