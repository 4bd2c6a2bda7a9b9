// Requests to the browser that it may neither grant nor refuse.

/** A browser that hasn't responded by then shows no question, or its member doesn't see it. */
export const grantMaxMs = 3_000

/**
 * Reports whether the browser grants `request`: fulfilled, and not with false. Silence for `maxMs` counts as a
 * refusal; a later grant is reported, too.
 */
export function settledWithin(
  request: Promise<unknown>,
  maxMs: number,
  onResult: (isGranted: boolean) => void,
): void {
  const timer = setTimeout(() => onResult(false), maxMs)
  const settle = (isGranted: boolean) => {
    clearTimeout(timer)
    onResult(isGranted)
  }
  request.then(
    (value) => settle(value !== false),
    () => settle(false),
  )
}
