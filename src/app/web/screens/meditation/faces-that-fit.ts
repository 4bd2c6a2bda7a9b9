// How many faces fit whole into a row, each overlapping the one before it.

const facePx = 32
const stepPx = 23
/** Of '+ 123' behind them, in text of normal size. */
const morePx = 48
const rowMaxPx = 620

/** All of `count` faces, else as many as leave room for the number of the others. `widthPx` is that of their row. */
export function facesThatFit(count: number, widthPx: number, textScale: number): number {
  const rowPx = Math.min(widthPx, rowMaxPx)
  const fitting = (px: number) => Math.max(0, Math.floor((px - facePx) / stepPx) + 1)
  return fitting(rowPx) >= count ? count : fitting(rowPx - morePx * textScale)
}
