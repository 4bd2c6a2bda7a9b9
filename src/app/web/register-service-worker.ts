// Registers the service worker and hears of newer ones. This page stays what it is until its person reloads it.
import { isSitting } from '#web/sitting.ts'

/** Between two looks whether there is a newer one; a browser looks by itself when a page is opened. */
const updatePollMs = 30 * 60_000

/** `entry` names the build of this page. `onNewer` is told, perhaps repeatedly, that a newer one is ready. */
export async function registerServiceWorker(entry: string, onNewer: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  workers.addEventListener('message', ({ data }) => data === 'newer' && onNewer())
  workers.addEventListener('controllerchange', () => workers.controller?.postMessage(entry))
  // As long as it is held the worker keeps the files of this build, whatever comes after it.
  void navigator.locks.request(entry, { mode: 'shared' }, () => new Promise(() => undefined))
  await workers.register('/sw.js', { updateViaCache: 'none' })
  const registration = await workers.getRegistration()
  if (!registration) return
  registration.addEventListener('updatefound', () => postEntryWhenInstalled(registration, entry))
  postEntryWhenInstalled(registration, entry)
  pollForUpdates(registration)
}

/** A worker that waits answers with 'newer', or goes on at once when this page is of its own build. */
function postEntryWhenInstalled(registration: ServiceWorkerRegistration, entry: string): void {
  registration.waiting?.postMessage(entry)
  registration.installing?.addEventListener('statechange', () => registration.waiting?.postMessage(entry))
}

function pollForUpdates(registration: ServiceWorkerRegistration): void {
  let lookedMs = performance.now()
  const look = () => {
    const nowMs = performance.now()
    // A sitting has the line to itself.
    if (document.hidden || isSitting() || nowMs - lookedMs < updatePollMs) return
    lookedMs = nowMs
    registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', look)
  setInterval(look, updatePollMs / 10)
}
