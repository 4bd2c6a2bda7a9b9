// The service worker: keeps the pages' own files on the device, and answers with a calm page while the server is away.
// What it keeps is the same for everybody: never an answer of /api, never a picture or film, never a filled-in page.

/**
 * Filled in by the build: the script that index.html begins with, and what is fetched ahead; paths from the root. And a
 * hash of the calm page: a browser takes a worker for a newer one, which fetches that page anew, by its bytes alone.
 */
declare const __BUILT__: { entry: string; files: readonly string[]; calmPageHash: string }
declare const self: ServiceWorkerGlobalScope

const { entry, files } = __BUILT__

/** A cache bears the name of the build it belongs to, and so does the lock that every page of that build holds. */
const cacheName = entry

const offlinePage = '/offline'

/** How long a screen may take before the calm page stands in for it, which then goes on trying. */
const navigationTimeoutMs = 10_000

/** What a proxy says whose server is being started anew. */
const gatewayErrorStatuses = [502, 503, 504]

/**
 * Firefox shows its own error page once a navigation preload has failed, whatever the worker answers
 * (GoogleChrome/workbox#3134). No API tells that beforehand, so the engine is recognized by a global that only Gecko
 * has: unlike the user agent string, nobody's settings change it.
 */
const isPreloadSafe = !('InternalError' in self)

/** A file is the same however it was compressed on its way. */
const cacheMatchOptions = { ignoreVary: true }

/** Static routes are new: https://developer.mozilla.org/docs/Web/API/InstallEvent/addRoutes */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>
}

self.addEventListener('install', (event) => event.waitUntil(Promise.all([precache(), bypassWorker(event)])))
self.addEventListener('activate', (event) => event.waitUntil(activateWorker()))
self.addEventListener('message', (event) => event.waitUntil(onPageMessage(event)))
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
 * Calls go past the worker where the browser knows how: none waits for it to start, and the calls of an open room don't
 * keep it busy, for Chromium lets a newer worker take over from an idle one alone.
 */
async function bypassWorker(event: InstallEvent): Promise<void> {
  await event.addRoutes?.(
    ['/api/*', '/media/*'].map((urlPattern) => ({ condition: { urlPattern }, source: 'network' })),
  )
}

async function precache(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    files.map(async (path) => {
      // The same name has the same bytes: an update costs what has changed.
      if (!(await cache.match(path, cacheMatchOptions)))
        await cache.put(path, (await caches.match(path, cacheMatchOptions)) ?? (await fetchWhole(path)))
    }),
  )
  await cache.put(offlinePage, await fetchWhole(offlinePage, 'reload'))
}

async function fetchWhole(path: string, cache: RequestCache = 'default'): Promise<Response> {
  const answer = await fetch(path, { cache })
  if (!answer.ok || answer.redirected) throw new Error(`${path} answered ${answer.status}.`)
  return answer
}

async function activateWorker(): Promise<void> {
  const { navigationPreload } = self.registration
  // The state outlives the worker: an earlier one may have enabled it.
  await (isPreloadSafe ? navigationPreload.enable() : navigationPreload.disable())
  await self.clients.claim()
  await deleteOldCaches()
}

/** A page that is still open may load parts of its own build later, which the server no longer has. */
async function deleteOldCaches(): Promise<void> {
  // The cache of a build that is on its way isn't an old one.
  if (self.registration.installing ?? self.registration.waiting) return
  const { held = [] } = await navigator.locks.query()
  const inUse = new Set([cacheName, ...held.map(({ name }) => name)])
  for (const name of await caches.keys()) if (!inUse.has(name)) await caches.delete(name)
}

/** A page says of which build it is; `newer` tells it that this worker has come after it. */
async function onPageMessage({ data, source }: ExtendableMessageEvent): Promise<void> {
  if (!(source instanceof WindowClient)) return
  if (data !== entry) source.postMessage('newer')
  // Its page is here already: nothing is left to wait for.
  else await self.skipWaiting()
}

/** Whether a path is one of the pages', as the server has it too. */
function isAppRoute(path: string): boolean {
  return !/^\/(api|ws|media|assets|icons|docs|metrics|healthz|readyz)(\/|$)|\.\w+$/.test(path)
}

async function navigationOrOfflinePage(event: FetchEvent): Promise<Response> {
  try {
    const answer = await withTimeout(fetchNavigation(event))
    if (!gatewayErrorStatuses.includes(answer.status)) return answer
  } catch {
    // Without a connection.
  }
  return (await matchCache(offlinePage)) ?? Response.error()
}

async function fetchNavigation({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse
  return preloaded instanceof Response ? preloaded : fetch(request)
}

function withTimeout(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('It took too long.')), navigationTimeoutMs)
    answer.then(resolve, reject)
  })
}

/** The files of a build never change: the one that is kept is right, whichever build it came with. */
async function cacheFirst({ request }: FetchEvent): Promise<Response> {
  const kept = await matchCache(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await putInCache(request, answer.clone())
  return answer
}

/** Undefined also where the device's storage fails: the server has it all the same. */
async function matchCache(wanted: Request | string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName)
    return (await cache.match(wanted, cacheMatchOptions)) ?? (await caches.match(wanted, cacheMatchOptions))
  } catch {
    return undefined
  }
}

async function putInCache(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    await cache.put(request, answer)
  } catch {
    // Where there is no room left, or no storage, the page has it all the same.
  }
}

// Without it this would be no module, and `self` somebody else's.
export {}
