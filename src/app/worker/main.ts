// Service worker: caches the app's static files, serves an offline page while the server is unreachable, shows
// notifications, and renews the subscription to them.
// The cache is the same for every member: it never contains /api responses, media, or personalized pages.
import { isAppRoute } from './app-route.ts'
import { openNotification, renewSubscription, showPush } from './notifications.ts'
import { offlinePage } from './offline-page.ts'

/**
 * Filled in by the build: the release, and the lists of the files to precache by language (paths from the root). The
 * server adds a hash of the offline pages: a browser detects a new worker by its bytes alone, and then fetches its page.
 */
declare const __BUILT__: { release: string; precacheLists: Readonly<Record<string, string>> }
declare const self: ServiceWorkerGlobalScope

const { release, precacheLists } = __BUILT__

/** Names the cache, which all languages of the release share, and the lock that every page of the release holds. */
const cacheName = release

/** From a page: its build, and whether this worker was there before it. */
interface PageMessage {
  release: string
  language: string
  isFormer: boolean
}

/** How long a navigation may take before the offline page replaces it and keeps polling. */
const navigationTimeoutMs = 10_000

/** A proxy's responses while its server restarts. */
const gatewayErrorStatuses = [502, 503, 504]

/**
 * Firefox shows its own error page once a navigation preload has failed, whatever the worker responds
 * (GoogleChrome/workbox#3134). No API exposes this in advance, so the engine is detected by a global that only
 * Gecko has. Unlike the user agent string, user settings can't change it.
 */
const isPreloadSafe = !('InternalError' in self)

/** A file is the same under any content encoding. */
const cacheMatchOptions = { ignoreVary: true }

/** Static routing API: https://developer.mozilla.org/docs/Web/API/InstallEvent/addRoutes */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>
}

self.addEventListener('install', (event) => event.waitUntil(Promise.all([precache(), bypassWorker(event)])))
self.addEventListener('activate', (event) => event.waitUntil(activateWorker()))
self.addEventListener('message', (event) => event.waitUntil(onPageMessage(event)))
self.addEventListener('push', (event) => event.waitUntil(showPush(event)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotification(event)))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode !== 'navigate') {
    if (pathname.startsWith('/assets/')) event.respondWith(cacheFirst(event))
  } else if (isAppRoute(pathname)) {
    event.respondWith(navigationOrOfflinePage(event))
    event.waitUntil(deleteOldCaches())
  }
})

/**
 * Routes calls past the worker where the browser supports it. No call then waits for the worker to start, and an open
 * room doesn't keep it busy. Chromium activates a newer worker only when the old one is idle.
 */
async function bypassWorker(event: InstallEvent): Promise<void> {
  await event.addRoutes?.(
    ['/api/*', '/live/*', '/media/*'].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' })),
  )
}

/** The server sends the offline page in the viewer's language, and its language decides which files come with it. */
async function precache(): Promise<void> {
  const cache = await caches.open(cacheName)
  const page = await fetchWhole(offlinePage, 'reload')
  const list = precacheLists[await languageOf(page)]
  const files = list === undefined ? [] : ((await (await fetchWhole(list)).json()) as string[])
  await Promise.all(
    files.map(async (path) => {
      // The same name means the same bytes, so an update downloads only changed files.
      if (!(await cache.match(path, cacheMatchOptions)))
        await cache.put(path, (await caches.match(path, cacheMatchOptions)) ?? (await fetchWhole(path)))
    }),
  )
  await cache.put(offlinePage, page)
}

async function languageOf(page: Response | undefined): Promise<string> {
  return /lang="([^"]+)"/.exec((await page?.clone().text()) ?? '')?.[1] ?? ''
}

async function fetchWhole(path: string, cache: RequestCache = 'default'): Promise<Response> {
  const response = await fetch(path, { cache })
  if (!response.ok || response.redirected) throw new Error(`${path} returned ${response.status}.`)
  return response
}

async function activateWorker(): Promise<void> {
  const { navigationPreload } = self.registration
  // This state outlives the worker: an earlier version may have enabled it.
  await (isPreloadSafe ? navigationPreload.enable() : navigationPreload.disable())
  await self.clients.claim()
  await deleteOldCaches()
}

/** An open page may still load parts of its own release, which the server no longer has. */
async function deleteOldCaches(): Promise<void> {
  // The cache of a release that is being installed isn't an old one.
  if (self.registration.installing ?? self.registration.waiting) return
  const { held = [] } = await navigator.locks.query()
  const inUse = new Set([cacheName, ...held.map(({ name }) => name)])
  for (const name of await caches.keys()) if (!inUse.has(name)) await caches.delete(name)
}

/**
 * Replies `newer` if this worker belongs to a later release than the page, and `same` once it has what the page's
 * language needs. A worker that was there before the page isn't later.
 */
async function onPageMessage({ data, source }: ExtendableMessageEvent): Promise<void> {
  if (!(source instanceof WindowClient)) return
  // Pages of earlier versions send a text.
  const page = data as PageMessage
  if (page.release !== release) return page.isFormer ? undefined : source.postMessage('newer')
  // A page of this release is already open, so there is no reason to wait.
  await self.skipWaiting()
  // The viewer has chosen another language since.
  if ((await languageOf(await matchCache(offlinePage))) !== page.language) await precache()
  source.postMessage('same')
}

async function navigationOrOfflinePage(event: FetchEvent): Promise<Response> {
  try {
    const response = await withTimeout(fetchNavigation(event))
    if (!gatewayErrorStatuses.includes(response.status)) return response
  } catch {
    // Offline.
  }
  return (await matchCache(offlinePage)) ?? Response.error()
}

async function fetchNavigation({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse
  return preloaded instanceof Response ? preloaded : fetch(request)
}

function withTimeout(response: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The navigation timed out.')), navigationTimeoutMs)
    response.then(resolve, reject)
  })
}

/** Hashed files never change, so a cached one is valid whichever release cached it. */
async function cacheFirst({ request }: FetchEvent): Promise<Response> {
  const cached = await matchCache(request)
  if (cached) return cached
  const response = await fetch(request)
  if (response.ok) await putInCache(request, response.clone())
  return response
}

/** Undefined also if the device's storage fails: the server still has the file. */
async function matchCache(request: Request | string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName)
    return (await cache.match(request, cacheMatchOptions)) ?? (await caches.match(request, cacheMatchOptions))
  } catch {
    return undefined
  }
}

async function putInCache(request: Request, response: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    await cache.put(request, response)
  } catch {
    // Storage is full or unavailable: the page gets the file anyway.
  }
}
