// The last startup step: registers the service worker, mounts the update banner, renews this browser's subscription to
// notifications, and follows presses on them. Loaded after everything else.
import { createRoot } from 'react-dom/client'
import type { SessionClient } from '#features/auth/web/data/session-client.ts'
import type { PublicCommunity } from '#shared/community.ts'
import { currentLocale, t } from '#shared/i18n/t.ts'
import { onCommunityChange, pageCommunity } from '#web/community.ts'
import { logFailure } from '#web/log.ts'
import { serviceWorkers, webLocks } from '#web/secure-context.ts'
import { toast } from '#web/toast-store.ts'
import { importPart, onImportFailed } from '#web/use-lazy-import.ts'
import { isVisitActive } from '#web/visit-state.ts'
import { followNotifications } from './notification-press.ts'
import { isOverlayOpen, trackUnsentInput } from './prompt-timing.ts'
import { createReloadPromptStore, UpdateBanner } from './update-banner.tsx'

type WatchedSession = Pick<SessionClient, 'state' | 'subscribe'>

export function startPwa(session: WatchedSession, navigate: (path: string) => unknown): void {
  const reloadPrompt = createReloadPromptStore()
  trackUnsentInput()
  onImportFailed(() => {
    // A pointer that merely crosses a button also loads its part, so failures without a press are ignored.
    if (!navigator.userActivation.isActive) return
    reloadPrompt.request('missing')
    if (isOverlayOpen()) toast({ ...importFailedToast, variant: 'destructive' })
  })
  watchPushDevice(session)
  followNotifications(navigate)
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(<UpdateBanner store={reloadPrompt} reload={() => window.location.reload()} />)
  registerServiceWorker(() => reloadPrompt.request('newer')).catch((error: unknown) =>
    logFailure('Service worker registration failed; the app opens only with a connection.', error),
  )
}

/** Shown where an overlay covers the update banner. */
const importFailedToast = {
  title: t('This part didn’t load'),
  description: t('Close any open dialog and reload the page.'),
}

/** Interval between update checks; a browser checks by itself when a page is opened. */
const updatePollMs = 30 * 60_000

/** `onNewer` is called when a newer worker is ready, possibly repeatedly. */
export async function registerServiceWorker(onNewer: () => void): Promise<void> {
  const workers = serviceWorkers()
  if (!workers) return
  const release = document.documentElement.dataset['release'] ?? ''
  const tell = (worker: ServiceWorker | null, isFormer = false) =>
    worker?.postMessage({ release, language: currentLocale(), isFormer })
  workers.addEventListener('message', ({ data }) => data === 'newer' && onNewer())
  workers.addEventListener('controllerchange', () => tell(workers.controller))
  // While this lock is held, newer workers keep the files of this release.
  void webLocks()?.request(release, { mode: 'shared' }, () => new Promise(() => undefined))
  await workers.register('/sw.js', { updateViaCache: 'none' })
  const registration = await workers.getRegistration()
  if (!registration) return
  const tellWaiting = () => tell(registration.waiting)
  // A waiting worker replies 'newer', or activates at once if this page has the same release.
  const tellWhenInstalled = () => {
    tellWaiting()
    registration.installing?.addEventListener('statechange', tellWaiting)
  }
  registration.addEventListener('updatefound', tellWhenInstalled)
  tellWhenInstalled()
  tell(registration.active, true)
  pollForUpdates(registration)
}

function pollForUpdates(registration: ServiceWorkerRegistration): void {
  let lastCheckMs = performance.now()
  let shownLook = lookOf(pageCommunity())
  onCommunityChange(() => {
    const look = lookOf(pageCommunity())
    // The worker's offline page shows the former one. The next check is at another moment on each page.
    if (look !== shownLook) lastCheckMs = Number.NEGATIVE_INFINITY
    shownLook = look
  })
  const checkForUpdate = () => {
    const nowMs = performance.now()
    // A sitting keeps the full bandwidth.
    if (document.hidden || isVisitActive() || nowMs - lastCheckMs < updatePollMs) return
    lastCheckMs = nowMs
    registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', checkForUpdate)
  setInterval(checkForUpdate, updatePollMs / 10)
}

/** The part of the community that the offline page shows. */
function lookOf({ name, logo, accent }: PublicCommunity): string {
  return JSON.stringify([name, logo, accent])
}

const loadPushDevice = async () => import('#features/push/web/push-device.ts')

/** Subscribes again at each start where notifications are on (REM-09), and ends the subscription with a sign-out. */
export function watchPushDevice(session: WatchedSession): void {
  let uid: string | null = null
  const onChange = () => {
    const state = session.state()
    if (state.status === 'ready' && state.identity.uid !== uid) {
      const signedIn = state.identity.uid
      uid = signedIn
      void run((device) => device.renewDevice(signedIn))
    } else if (state.status === 'signedOut' && uid !== null) {
      uid = null
      // Reminders are for members who stay away, so an expired session keeps them.
      if (state.ended !== 'expired') void run((device) => device.closeDevice())
    }
  }
  const run = async (work: (device: Awaited<ReturnType<typeof loadPushDevice>>) => Promise<void>) => {
    // Members who never allowed notifications don't load it.
    if (!('Notification' in window) || window.Notification.permission !== 'granted') return
    try {
      await work(await importPart(loadPushDevice))
    } catch (error) {
      logFailure('The push subscription was not renewed or ended.', error)
    }
  }
  session.subscribe(onChange)
  onChange()
}
