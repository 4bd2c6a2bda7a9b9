// Attaches a live feed: by hls.js, or by the browser itself.
import { readStreamSupport, streamEngine } from '#web/player/stream-engine.ts'
import { importPart } from '#web/use-lazy-import.ts'
import type { LiveFeed, LiveFeedOptions } from './live-feed.ts'

const loadHls = () => import('./hls-feed.ts')
const loadNative = () => import('./native-feed.ts')

/** The browser's own player, where it says it plays streams, and has failed once: then hls.js tries (STREAM-17). */
export async function attachFeed(
  element: HTMLMediaElement,
  options: LiveFeedOptions,
  hasNativeFailed: boolean,
): Promise<LiveFeed> {
  if (streamEngine(readStreamSupport(), hasNativeFailed) === 'hls.js')
    return (await importPart(loadHls)).attachHlsFeed(element, options)
  return (await importPart(loadNative)).attachNativeFeed(element, options)
}

/** Loads what attaches it ahead of the first segment; of the stream itself nothing. */
export function preloadFeed(): void {
  const load = streamEngine(readStreamSupport(), false) === 'hls.js' ? loadHls : loadNative
  importPart<unknown>(load).catch(() => undefined)
}
