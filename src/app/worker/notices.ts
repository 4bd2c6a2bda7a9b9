// Notices of the service worker: what a push shows, and what a press on it opens.
import { offlinePage } from './offline-page.ts'

declare const self: ServiceWorkerGlobalScope

/** The content of a push; the server writes it (features/push/server). */
interface ReceivedNotice {
  title: string
  body: string
  path: string
  topic: string
  icon: string
}

/** TypeScript's library lacks `renotify`. */
interface NoticeOptions extends NotificationOptions {
  renotify: boolean
}

const unreadableNotice: Omit<ReceivedNotice, 'title'> = {
  body: '',
  path: '/',
  topic: 'notice',
  icon: '/icons/icon-192.png',
}

/** Shows a notice for every push, whatever windows are open: iPhones end the subscription otherwise (REM-03). */
export async function showNotice({ data }: PushEvent): Promise<void> {
  const { title = await readTitle(), body, path, topic, icon } = readNotice(data)
  // Without `renotify` a newer notice of the same topic would replace it unseen.
  const options: NoticeOptions = { body, icon, tag: topic, renotify: true, data: path }
  await self.registration.showNotification(title, options)
}

/** Of a notice that can't be read: from the offline page, which is in the reader's language. */
async function readTitle(): Promise<string> {
  const page = await caches.match(offlinePage, { ignoreVary: true }).catch(() => undefined)
  return /name="notice" content="([^"]+)"/.exec((await page?.text()) ?? '')?.[1] ?? self.location.host
}

function readNotice(data: PushMessageData | null): typeof unreadableNotice & Partial<ReceivedNotice> {
  try {
    return { ...unreadableNotice, ...(data?.json() as Partial<ReceivedNotice> | undefined) }
  } catch {
    return unreadableNotice
  }
}

/** Focuses a page that is open at the notice's path, else opens one. */
export async function openNotice({ notification }: NotificationEvent): Promise<void> {
  notification.close()
  const { href, pathname } = new URL(String(notification.data), self.location.origin)
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = pages.find(({ url }) => new URL(url).pathname === pathname)
  await (open ? open.focus() : self.clients.openWindow(href))
}
