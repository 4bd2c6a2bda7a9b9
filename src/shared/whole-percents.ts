// Percents of parts that are shown together.

/** Each count's whole percent of all: rounded by the largest remainder, so that they add up to 100. */
export function wholePercents(counts: readonly number[]): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map((count) => (count * 100) / total)
  const missing = 100 - exact.reduce((sum, percent) => sum + Math.floor(percent), 0)
  const byRemainder = exact
    .map((percent, index) => ({ index, remainder: percent % 1 }))
    .toSorted((one, other) => other.remainder - one.remainder)
  const raised = new Set(byRemainder.slice(0, missing).map(({ index }) => index))
  return exact.map((percent, index) => Math.floor(percent) + (raised.has(index) ? 1 : 0))
}
