// How much larger than normal the reader's text is, for content drawn to measure.

/** 1 for normal, 2 for text of twice its size. */
export function textScale(): number {
  return (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16
}
