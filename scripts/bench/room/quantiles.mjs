// Medians and other quantiles of number lists.

/** @param {ArrayLike<number>} numbers */
export function quantiles(numbers) {
  const sorted = Float64Array.from(numbers).sort()
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) }
}

export function median(numbers) {
  return quantiles(numbers).p50
}
