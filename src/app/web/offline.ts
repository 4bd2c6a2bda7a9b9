// The calm page's own script: it leads on as soon as the server answers again.

/** Between two questions whether the server is there. */
const askAgainMs = 4_000

let isAsking = false

async function goOnWhenBack(): Promise<void> {
  if (isAsking || document.hidden) return
  isAsking = true
  try {
    if ((await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })).ok) goOn()
  } catch {
    // Not yet.
  }
  isAsking = false
}

/** The page that was wanted is at this very address, unless it is the calm page's own. */
function goOn(): void {
  if (window.location.pathname === '/offline') window.location.replace('/')
  else window.location.reload()
}

window.addEventListener('online', () => void goOnWhenBack())
document.addEventListener('visibilitychange', () => void goOnWhenBack())
// Not all at the same moment: a whole community may be waiting.
setInterval(() => void goOnWhenBack(), askAgainMs + Math.random() * askAgainMs)
