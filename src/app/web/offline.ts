// The calm page's own script: it leads on as soon as the server answers again.

/** Between two questions whether the server is there. */
const pollIntervalMs = 4_000

let isPolling = false

async function reloadWhenOnline(): Promise<void> {
  if (isPolling || document.hidden) return
  isPolling = true
  try {
    if ((await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })).ok) reloadPage()
  } catch {
    // Not yet.
  }
  isPolling = false
}

/** The page that was wanted is at this very address, unless it is the calm page's own. */
function reloadPage(): void {
  if (window.location.pathname === '/offline') window.location.replace('/')
  else window.location.reload()
}

window.addEventListener('online', () => void reloadWhenOnline())
document.addEventListener('visibilitychange', () => void reloadWhenOnline())
// Not all at the same moment: a whole community may be waiting.
setInterval(() => void reloadWhenOnline(), pollIntervalMs + Math.random() * pollIntervalMs)
