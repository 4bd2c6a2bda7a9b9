// Requests to the browser that it may neither grant nor refuse.

/** A browser that hasn't answered by then shows no question, or its member doesn't see it. */
export const grantMaxMs = 3_000

/**
 * Reports whether the browser grants `request`: fulfilled, and not with false. Silence for `maxMs` counts as a
 * refusal; a later grant is reported, too.
 */
export function settledWithin(
  request: Promise<unknown>,
  maxMs: number,
  onAnswer: (isGranted: boolean) => void,
): void {
  const timer = setTimeout(() => onAnswer(false), maxMs)
  const settle = (isGranted: boolean) => {
    clearTimeout(timer)
    onAnswer(isGranted)
  }
  request.then(
    (value) => settle(value !== false),
    () => settle(false),
  )
}
