// The calm page's own script: it leads on as soon as the server answers again.

/** Between two questions whether the server is there. */
const askAgainMs = 4_000

let isAsking = false

async function goOnWhenBack(): Promise<void> {
  if (isAsking || document.hidden) return
  isAsking = true
  try {
    // The page that was wanted is at this very address.
    if ((await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })).ok) window.location.reload()
  } catch {
    // Not yet.
  }
  isAsking = false
}

window.addEventListener('online', () => void goOnWhenBack())
document.addEventListener('visibilitychange', () => void goOnWhenBack())
// Not all at the same moment: a whole community may be waiting.
setInterval(() => void goOnWhenBack(), askAgainMs + Math.random() * askAgainMs)
