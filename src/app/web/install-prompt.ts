// The browser's offer to install the app, kept for whoever looks for it in the menu: nobody is asked unasked.

let deferredPrompt: Event | null = null
const listeners = new Set<() => void>()

function setPrompt(next: Event | null): void {
  deferredPrompt = next
  for (const listener of listeners) listener()
}

/** Keeps what the browser offers, from the beginning: it comes early and once. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Else some browsers lay a bar over the page.
    event.preventDefault()
    setPrompt(event)
  })
  window.addEventListener('appinstalled', () => setPrompt(null))
}

/** The offer as a store: what there is now, how to hear of changes, and that it was used. */
export const installPrompt = {
  now: () => deferredPrompt,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  use: () => setPrompt(null),
}
