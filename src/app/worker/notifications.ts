// Notifications of the service worker: what a push shows, what a press on it opens, and the subscription.
import { isAppRoute } from './app-route.ts'
import { offlinePage } from './offline-page.ts'

declare const self: ServiceWorkerGlobalScope

/** The content of a push; the server writes it (features/push/server). */
interface ReceivedPush {
  title: string
  body: string
  /** The words from a moment on: a device that was off gets a push late. */
  later?: { fromMs: number; body: string }
  path: string
  topic: string
  icon: string
  /** When it was composed. */
  at: number
}

/** Stored with a shown notification, for a press on it and for the next one of its topic. */
type ShownData = Pick<ReceivedPush, 'path' | 'at'>

/** TypeScript's library lacks `renotify`. */
interface ShownOptions extends NotificationOptions {
  renotify: boolean
}

const unreadablePush: Omit<ReceivedPush, 'title'> = {
  body: '',
  path: '/',
  topic: 'notice',
  icon: '/icons/icon-192.png',
  at: 0,
}

/**
 * Shows a notification for every push, whatever windows are open: iPhones end the subscription otherwise (REM-03). One
 * that was overtaken on its way shows the newer one again, without a sound.
 */
export async function showPush({ data }: PushEvent): Promise<void> {
  const { title = await readTitle(), later, path, topic, icon, at, ...push } = readPush(data)
  // By the device's clock; if that is wrong, the later words are true, too.
  const body = later && Date.now() >= later.fromMs ? later.body : push.body
  const shown = await self.registration.getNotifications({ tag: topic })
  const newer = shown.find((notification) => dataOf(notification).at > at)
  // Without `renotify` a newer notification of the same topic would replace it unseen.
  const options: ShownOptions = newer
    ? { body: newer.body, icon: newer.icon, tag: topic, renotify: false, data: dataOf(newer) }
    : { body, icon, tag: topic, renotify: true, data: { path, at } satisfies ShownData }
  await self.registration.showNotification(newer?.title ?? title, options)
}

/** An earlier worker stored the path alone. */
function dataOf({ data }: Notification): ShownData {
  return typeof data === 'string' ? { path: data, at: 0 } : (data as ShownData)
}

/** Of a notification that can't be read: from the offline page, which is in the viewer's language. */
async function readTitle(): Promise<string> {
  const page = await caches.match(offlinePage, { ignoreVary: true }).catch(() => undefined)
  return /name="notice" content="([^"]+)"/.exec((await page?.text()) ?? '')?.[1] ?? self.location.host
}

function readPush(data: PushMessageData | null): typeof unreadablePush & Partial<ReceivedPush> {
  try {
    return { ...unreadablePush, ...(data?.json() as Partial<ReceivedPush> | undefined) }
  } catch {
    return unreadablePush
  }
}

/**
 * Focuses an open page of the app: one that shows the notification's screen, else the last one used. That goes to the
 * screen, unless its member sits (app/web/notification-press.ts). Opens a page where none is.
 */
export async function openNotification({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const { path: noticePath } = dataOf(notification)
  const { href, pathname } = new URL(noticePath, self.location.origin)
  const pages = (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(isApp)
  const isAtScreen = ({ url }: WindowClient) => screenPath(new URL(url).pathname) === screenPath(pathname)
  const atScreen = pages.find(isAtScreen)
  const page = atScreen ?? pages[0]
  // The press allows a page to be shown once.
  if (!page) await self.clients.openWindow(href)
  else await page.focus()
  if (!atScreen) page?.postMessage({ noticePath })
}

/** As in shared/screen-path.ts. A file that pages use, too, would become another chunk, and the worker must be one file. */
const screenPath = (pathname: string) => (pathname === '/' ? '/meditation' : pathname)

/** The page of a mail's unsubscribe link can't follow a notification. */
function isApp({ url }: WindowClient): boolean {
  const { pathname } = new URL(url)
  return isAppRoute(pathname) && !pathname.startsWith('/unsubscribe/')
}

/**
 * The browser or its maker has ended the subscription: the device gets another one without waiting for a page. After a
 * sign-out the server refuses it, and the next page decides.
 */
export async function renewSubscription({
  newSubscription,
}: {
  newSubscription: PushSubscription | null
}): Promise<void> {
  const subscription = newSubscription ?? (await subscribeAgain())
  if (!subscription) return
  const { endpoint, keys } = subscription.toJSON()
  await fetch(devicesPath, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}

/** `pushCalls` of features/push/contract.ts. */
const devicesPath = '/api/account/push'

async function subscribeAgain(): Promise<PushSubscription | null> {
  const response = await fetch(devicesPath)
  if (!response.ok) return null
  const { publicKey } = (await response.json()) as { publicKey: string | null }
  if (publicKey === null) return null
  return self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}
