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

const calmPage = '/offline'

/** How long a screen may take before the calm page stands in for it, which then goes on trying. */
const patienceMs = 10_000

/** What a proxy says whose server is being started anew. */
const awayStatuses = [502, 503, 504]

/**
 * Firefox shows its own error page once a navigation preload has failed, whatever the worker answers
 * (GoogleChrome/workbox#3134). No API tells that beforehand, so the engine is recognized by a global that only Gecko
 * has: unlike the user agent string, nobody's settings change it.
 */
const isPreloadSafe = !('InternalError' in self)

/** A file is the same however it was compressed on its way. */
const anyVary = { ignoreVary: true }

/** Static routes are new: https://developer.mozilla.org/docs/Web/API/InstallEvent/addRoutes */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(rules: { condition: { urlPattern: string }; source: 'network' }[]): Promise<void>
}

self.addEventListener('install', (event) => event.waitUntil(Promise.all([fetchAhead(), bypassWorker(event)])))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('message', (event) => event.waitUntil(answerPage(event)))
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request
  const { origin, pathname } = new URL(url)
  if (method !== 'GET' || origin !== self.location.origin) return
  if (mode !== 'navigate') {
    if (pathname.startsWith('/assets/')) event.respondWith(keptOrFetched(event))
  } else if (isScreen(pathname)) {
    event.respondWith(screenOrCalmPage(event))
    event.waitUntil(forgetOldBuilds())
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

async function fetchAhead(): Promise<void> {
  const cache = await caches.open(cacheName)
  await Promise.all(
    files.map(async (path) => {
      // The same name has the same bytes: an update costs what has changed.
      if (!(await cache.match(path, anyVary)))
        await cache.put(path, (await caches.match(path, anyVary)) ?? (await fetchWhole(path)))
    }),
  )
  await cache.put(calmPage, await fetchWhole(calmPage, 'reload'))
}

async function fetchWhole(path: string, cache: RequestCache = 'default'): Promise<Response> {
  const answer = await fetch(path, { cache })
  if (!answer.ok || answer.redirected) throw new Error(`${path} answered ${answer.status}.`)
  return answer
}

async function takeOver(): Promise<void> {
  const { navigationPreload } = self.registration
  // The state outlives the worker: an earlier one may have enabled it.
  await (isPreloadSafe ? navigationPreload.enable() : navigationPreload.disable())
  await self.clients.claim()
  await forgetOldBuilds()
}

/** A page that is still open may load parts of its own build later, which the server no longer has. */
async function forgetOldBuilds(): Promise<void> {
  // The cache of a build that is on its way isn't an old one.
  if (self.registration.installing ?? self.registration.waiting) return
  const { held = [] } = await navigator.locks.query()
  const inUse = new Set([cacheName, ...held.map(({ name }) => name)])
  for (const name of await caches.keys()) if (!inUse.has(name)) await caches.delete(name)
}

/** A page says of which build it is; `newer` tells it that this worker has come after it. */
async function answerPage({ data, source }: ExtendableMessageEvent): Promise<void> {
  if (!(source instanceof WindowClient)) return
  if (data !== entry) source.postMessage('newer')
  // Its page is here already: nothing is left to wait for.
  else await self.skipWaiting()
}

/** Whether a path is one of the pages', as the server has it too. */
function isScreen(path: string): boolean {
  return !/^\/(api|ws|media|assets|icons|docs|metrics|healthz|readyz)(\/|$)|\.\w+$/.test(path)
}

async function screenOrCalmPage(event: FetchEvent): Promise<Response> {
  try {
    const answer = await withPatience(fetchScreen(event))
    if (!awayStatuses.includes(answer.status)) return answer
  } catch {
    // Without a connection.
  }
  return (await findKept(calmPage)) ?? Response.error()
}

async function fetchScreen({ request, preloadResponse }: FetchEvent): Promise<Response> {
  const preloaded: unknown = await preloadResponse
  return preloaded instanceof Response ? preloaded : fetch(request)
}

function withPatience(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('It took too long.')), patienceMs)
    answer.then(resolve, reject)
  })
}

/** The files of a build never change: the one that is kept is right, whichever build it came with. */
async function keptOrFetched({ request }: FetchEvent): Promise<Response> {
  const kept = await findKept(request)
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) await keep(request, answer.clone())
  return answer
}

/** Undefined also where the device's storage fails: the server has it all the same. */
async function findKept(wanted: Request | string): Promise<Response | undefined> {
  try {
    const cache = await caches.open(cacheName)
    return (await cache.match(wanted, anyVary)) ?? (await caches.match(wanted, anyVary))
  } catch {
    return undefined
  }
}

async function keep(request: Request, answer: Response): Promise<void> {
  try {
    const cache = await caches.open(cacheName)
    await cache.put(request, answer)
  } catch {
    // Where there is no room left, or no storage, the page has it all the same.
  }
}

// Without it this would be no module, and `self` somebody else's.
export {}
