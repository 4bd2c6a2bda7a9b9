// Throttle: reports an event once per interval, with the number of occurrences.

const throttledKeysMax = 10_000

/**
 * Returns the occurrences of a kind since its last report, this one included; null within `everyMs` of that report.
 */
export function createThrottle(
  everyMs: number,
  now: () => number = () => performance.now(),
): (key: string) => number | null {
  const reports = new Map<string, { atMs: number; suppressed: number }>()
  return (key) => {
    const nowMs = now()
    const last = reports.get(key)
    if (last && nowMs - last.atMs < everyMs) {
      last.suppressed += 1
      return null
    }
    // Bounds memory; every kind may be reported once more.
    if (reports.size >= throttledKeysMax) reports.clear()
    reports.set(key, { atMs: nowMs, suppressed: 0 })
    return (last?.suppressed ?? 0) + 1
  }
}
