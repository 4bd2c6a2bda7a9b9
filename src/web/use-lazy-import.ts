// A part of a screen that is loaded when it is first wanted; a load that fails is tried again at the next wish.
import { useCallback, useRef, useState } from 'react'
import { logFailure } from './log.ts'

/**
 * What `load` brought, or null before; and the function that begins loading, for an intent (pointer, focus) as well
 * as for the press itself. `load` must stay the same function: declare it outside the component.
 */
export function useLazyImport<Part>(load: () => Promise<Part>): [Part | null, () => void] {
  const [part, setPart] = useState<Part | null>(null)
  const isLoading = useRef(false)
  const begin = useCallback(() => {
    if (isLoading.current) return
    isLoading.current = true
    importWhenOnline(load).then(
      (loaded) => setPart(() => loaded),
      (error: unknown) => {
        isLoading.current = false
        logFailure('A part of the page could not be loaded.', error)
        if (navigator.onLine) for (const listener of listeners) listener()
      },
    )
  }, [load])
  return [part, begin]
}

const listeners = new Set<() => void>()

/** Hears that a part didn't come although there is a connection: after a deploy its file may be gone. Answers with the end. */
export function onImportFailed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What came once stands in the browser's memory: it comes offline too. */
const loadedImports = new WeakSet<() => Promise<unknown>>()

/**
 * Offline it waits: Chromium never asks again for a module that failed, until the page is loaded anew. A server on this
 * very machine answers without any network.
 */
export async function importWhenOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  if (!navigator.onLine && !loadedImports.has(load) && !(await isServerReachable()) && !navigator.onLine) {
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }))
  }
  await Promise.all([...failedStylesheets].map(reloadStylesheet))
  const part = await load()
  loadedImports.add(load)
  return part
}

/** The first screen has all of the line to itself. */
let preloadQueue: Promise<unknown> = new Promise((resolve) => setTimeout(resolve, 4_000))

/** Loads a part that nobody asked for yet: after the first screen, one part after another, with a connection. */
export function preloadInBackground<Part>(load: () => Promise<Part>): Promise<Part> {
  const part = preloadQueue.then(() => importWhenOnline(load))
  preloadQueue = part.catch(() => undefined)
  return part
}

/** Vite asks for a part's style sheet once: at the next try the part would come without the one that failed. */
const failedStylesheets = new Set<HTMLLinkElement>()

document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStylesheets.add(target)
  },
  { capture: true },
)

async function reloadStylesheet(link: HTMLLinkElement): Promise<void> {
  const again = document.createElement('link')
  Object.assign(again, { rel: link.rel, href: link.href, crossOrigin: link.crossOrigin })
  failedStylesheets.delete(link)
  await new Promise((resolve, reject) => {
    again.addEventListener('load', resolve)
    again.addEventListener('error', () => reject(new Error(`${link.href} did not load.`)))
    link.replaceWith(again)
  })
}

async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { method: 'HEAD' })).ok
  } catch {
    return false
  }
}
