// Throttle: reports an event once per interval, with the number of occurrences.

const throttledKeysMax = 10_000

/**
 * Returns the occurrences of a kind since its last report, this one included; null within `everyMs` of that report.
 */
export function createThrottle(
  everyMs: number,
  now: () => number = () => performance.now(),
): (kind: string) => number | null {
  const said = new Map<string, { atMs: number; unsaid: number }>()
  return (kind) => {
    const nowMs = now()
    const last = said.get(kind)
    if (last && nowMs - last.atMs < everyMs) {
      last.unsaid += 1
      return null
    }
    // Bounds memory; every kind may be reported once more.
    if (said.size >= throttledKeysMax) said.clear()
    said.set(kind, { atMs: nowMs, unsaid: 0 })
    return (last?.unsaid ?? 0) + 1
  }
}
