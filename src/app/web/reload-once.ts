// Reloads the page when it belongs to another member, but never in a loop.
const storageKey = 'reloaded-at'
const reloadCooldownMs = 10_000

/** Reloads, unless a reload a moment ago didn't help. */
export function reloadOnce(): void {
  try {
    const nowMs = performance.timeOrigin + performance.now()
    if (nowMs - Number(sessionStorage.getItem(storageKey)) < reloadCooldownMs) return
    sessionStorage.setItem(storageKey, String(nowMs))
  } catch {
    // Without storage a reload loop can't be detected, so none is started.
    return
  }
  window.location.reload()
}
