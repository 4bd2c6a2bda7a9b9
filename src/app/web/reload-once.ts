// Loads the page anew when it belongs to somebody else, but never in a circle.
const storageKey = 'reloaded-at'
const reloadCooldownMs = 10_000

/** Reloads, unless that was done a moment ago and didn't help. */
export function reloadOnce(): void {
  try {
    const nowMs = performance.timeOrigin + performance.now()
    if (nowMs - Number(sessionStorage.getItem(storageKey)) < reloadCooldownMs) return
    sessionStorage.setItem(storageKey, String(nowMs))
  } catch {
    // Without storage nothing can tell a circle; better not to begin one.
    return
  }
  window.location.reload()
}
