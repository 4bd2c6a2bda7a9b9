// When an open page is shown again.

/** Calls `run` when the page becomes visible, or comes back from the back/forward cache. Returns the function that stops it. */
export function onPageShown(run: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && run(), {
    signal,
  })
  window.addEventListener('pageshow', ({ persisted }) => persisted && run(), { signal })
  return () => controller.abort()
}
