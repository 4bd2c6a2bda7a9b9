// Whether the frames of a motion come late: then it is better cut than torn.

const windowMs = 1_000
/** Of a window. An engine that draws fewer shows single pictures, not a motion. */
const fewestFrames = 8

/** Calls `onLate` once a second had too few frames. Ends then, or with the returned function, or when the page is hidden. */
export function watchFrames(onLate: () => void): () => void {
  let [startedAt, frames] = [performance.now(), 0]
  const look = () => {
    frames += 1
    const now = performance.now()
    const isWindowOver = now - startedAt >= windowMs
    if (isWindowOver && (frames * windowMs) / (now - startedAt) < fewestFrames) {
      stop()
      onLate()
      return
    }
    if (isWindowOver) [startedAt, frames] = [now, 0]
    request = requestAnimationFrame(look)
  }
  let request = requestAnimationFrame(look)
  const stop = () => {
    cancelAnimationFrame(request)
    document.removeEventListener('visibilitychange', stop)
  }
  // A hidden page gets no frames.
  document.addEventListener('visibilitychange', stop)
  return stop
}
