// The script of the offline page: reloads as soon as the server responds again.

/** Minimum time between two polls of the server. */
const pollIntervalMs = 4_000

let isPolling = false

async function reloadWhenOnline(): Promise<void> {
  if (isPolling || document.hidden) return
  isPolling = true
  try {
    if ((await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })).ok) reloadPage()
  } catch {
    // The server is still unreachable.
  }
  isPolling = false
}

/** The offline page is served at the requested address, unless that is /offline itself. */
function reloadPage(): void {
  if (window.location.pathname === '/offline') window.location.replace('/')
  else window.location.reload()
}

window.addEventListener('online', () => void reloadWhenOnline())
document.addEventListener('visibilitychange', () => void reloadWhenOnline())
// Random jitter: a whole community may be waiting to reconnect.
setInterval(() => void reloadWhenOnline(), pollIntervalMs + Math.random() * pollIntervalMs)
