// Lets the same thing be said once in a while, with how often it happened meanwhile.

const throttledKeysMax = 10_000

/**
 * Answers for each kind of thing how often it happened since it was last said, this time included; null while it was
 * said less than `everyMs` ago.
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
    // Everything is said once more rather than remembered for ever.
    if (said.size >= throttledKeysMax) said.clear()
    said.set(kind, { atMs: nowMs, unsaid: 0 })
    return (last?.unsaid ?? 0) + 1
  }
}
