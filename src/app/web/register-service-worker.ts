// Registers the service worker and reports newer ones. The page keeps its version until the member reloads it.
import { isSitting } from '#web/sitting.ts'

/** Interval between update checks; a browser checks by itself when a page is opened. */
const updatePollMs = 30 * 60_000

/** `entry` identifies this page's build. `onNewer` is called when a newer worker is ready, possibly repeatedly. */
export async function registerServiceWorker(entry: string, onNewer: () => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const workers = navigator.serviceWorker
  workers.addEventListener('message', ({ data }) => data === 'newer' && onNewer())
  workers.addEventListener('controllerchange', () => workers.controller?.postMessage(entry))
  // While this lock is held, newer workers keep the files of this build.
  void navigator.locks.request(entry, { mode: 'shared' }, () => new Promise(() => undefined))
  await workers.register('/sw.js', { updateViaCache: 'none' })
  const registration = await workers.getRegistration()
  if (!registration) return
  registration.addEventListener('updatefound', () => postEntryWhenInstalled(registration, entry))
  postEntryWhenInstalled(registration, entry)
  pollForUpdates(registration)
}

/** A waiting worker replies 'newer', or activates at once if this page is of its own build. */
function postEntryWhenInstalled(registration: ServiceWorkerRegistration, entry: string): void {
  registration.waiting?.postMessage(entry)
  registration.installing?.addEventListener('statechange', () => registration.waiting?.postMessage(entry))
}

function pollForUpdates(registration: ServiceWorkerRegistration): void {
  let lastCheckMs = performance.now()
  const checkForUpdate = () => {
    const nowMs = performance.now()
    // A sitting keeps the full bandwidth.
    if (document.hidden || isSitting() || nowMs - lastCheckMs < updatePollMs) return
    lastCheckMs = nowMs
    registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', checkForUpdate)
  setInterval(checkForUpdate, updatePollMs / 10)
}
