// Lazy import of a part of a screen; a failed load is retried the next time the part is requested.
import { useCallback, useRef, useState } from 'react'
import { logFailure } from './log.ts'

/**
 * For a caller that must know whether its part is loaded; any other part is a `lazyPart`. Returns the loaded module
 * (null before), and the function that starts loading. Call it on intent (pointer, focus) as well as on the press
 * itself. `load` must stay the same function: declare it outside the component.
 */
export function useLazyImport<Part>(load: () => Promise<Part>): [Part | null, () => void] {
  const [part, setPart] = useState<Part | null>(null)
  const isLoading = useRef(false)
  const startLoading = useCallback(() => {
    if (isLoading.current) return
    isLoading.current = true
    importPart(() => importWhenOnline(load)).then(
      (loaded) => setPart(() => loaded),
      () => {
        isLoading.current = false
      },
    )
  }, [load])
  return [part, startLoading]
}

/** A part of the page that didn't load. Browsers never load it again without a reload (whatwg/html#6768). */
export class ImportError extends Error {}

/**
 * Loads a part, and nothing else: what is done with it must not fail as if the part were missing. Throws an
 * `ImportError`, after reporting it to `onImportFailed`.
 */
export async function importPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (cause) {
    logFailure('A part of the page failed to load.', cause)
    if (navigator.onLine) for (const listener of listeners) listener()
    throw new ImportError('A part of the page failed to load.', { cause })
  }
}

const listeners = new Set<() => void>()

/**
 * Reports a part that failed to load while online: after a deploy its file may be gone. Returns the unsubscribe
 * function.
 */
export function onImportFailed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loaded modules stay in the browser's memory, so they also load offline. */
const loadedImports = new WeakSet<() => Promise<unknown>>()

/**
 * Imports when online; offline it waits. Chromium never retries a failed module until the page reloads. A server on
 * this very machine responds without any network.
 */
export async function importWhenOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!navigator.onLine && !loadedImports.has(load) && !(await isServerReachable()) && !navigator.onLine) {
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
  }
  await Promise.all([...failedStylesheets].map(reloadStylesheet))
  try {
    const part = await load()
    loadedImports.add(load)
    return part
  } catch (error) {
    if (pageStays) {
      // Browsers cancel what still loads when its page is left.
      await pageStays
      return importWhenOnline(load)
    }
    if (error instanceof Error) importFailures.add(error)
    throw error
  }
}

const importFailures = new WeakSet<Error>()

/** Whether a thrown value comes from an import that failed, as without a connection or after a deploy. */
export function isImportFailure(error: unknown): boolean {
  return error instanceof ImportError || (error instanceof Error && importFailures.has(error))
}

/** Set while the page is left. Resolves if it comes back from the browser's cache, or wasn't left: as by a download. */
let pageStays: Promise<void> | null = null

function watchLeave(): void {
  pageStays ??= new Promise<void>((resolve) => {
    window.addEventListener('pageshow', () => resolve(), { once: true })
    setTimeout(resolve, navigationMaxMs)
  }).then(() => {
    pageStays = null
  })
}

const navigationMaxMs = 10_000

// Firefox cancels what still loads when the navigation starts: long before `pagehide` if the server is slow.
window.addEventListener('beforeunload', watchLeave)
window.addEventListener('pagehide', watchLeave)

let openQueue: (() => void) | null = null
let preloadQueue: Promise<unknown> = new Promise<void>((resolve) => {
  openQueue = resolve
})

/** Called once the first screen has had the full bandwidth. */
export function startPreloads(): void {
  openQueue?.()
}

/** Preloads a part before it's needed: after `startPreloads`, one at a time, when online. */
export function preloadInBackground<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = preloadQueue.then(() => importWhenOnline(load))
  preloadQueue = preloadQueue.then(() => part).catch(() => undefined)
  return part
}

/** Vite requests a part's style sheet once, so a retry would load the part without a failed sheet. */
const failedStylesheets = new Set<HTMLLinkElement>()

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target)
  },
  { capture: true },
)

async function reloadStylesheet(link: HTMLLinkElement): Promise<void> {
  const replacement = document.createElement('link')
  Object.assign(replacement, { rel: link.rel, href: link.href, crossOrigin: link.crossOrigin })
  failedStylesheets.delete(link)
  await new Promise((resolve, reject) => {
    replacement.addEventListener('load', resolve)
    replacement.addEventListener('error', () => reject(new Error(`${link.href} did not load.`)))
    link.replaceWith(replacement)
  })
}

async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { method: 'HEAD' })).ok
  } catch {
    return false
  }
}
