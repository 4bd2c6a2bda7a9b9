// The browser's offer to install the app, kept for whoever looks for it in the menu: nobody is asked unasked.

let offer: Event | null = null
const listeners = new Set<() => void>()

function keep(next: Event | null): void {
  offer = next
  for (const listener of listeners) listener()
}

/** Keeps what the browser offers, from the beginning: it comes early and once. */
export function keepInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Else some browsers lay a bar over the page.
    event.preventDefault()
    keep(event)
  })
  window.addEventListener('appinstalled', () => keep(null))
}

/** The offer as a store: what there is now, how to hear of changes, and that it was used. */
export const installOffer = {
  now: () => offer,
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  use: () => keep(null),
}
