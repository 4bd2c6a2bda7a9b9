// The browser's install prompt, deferred: the menu offers it, and the app never shows it unprompted.

let deferredPrompt: Event | null = null
const listeners = new Set<() => void>()

function setPrompt(next: Event | null): void {
  deferredPrompt = next
  for (const listener of listeners) listener()
}

/** Captures the browser's prompt event. Called at startup, since the event fires early and once. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise some browsers show their own install banner.
    event.preventDefault()
    setPrompt(event)
  })
  window.addEventListener('appinstalled', () => setPrompt(null))
}

/** The deferred prompt as a store; `use` clears it, since a prompt works once. */
export const installPrompt = {
  now: () => deferredPrompt,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  use: () => setPrompt(null),
}
