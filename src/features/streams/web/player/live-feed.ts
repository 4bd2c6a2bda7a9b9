// A live feed: what loads a stream into a media element, by hls.js or by the browser itself.
import { readStreamSupport, streamEngine } from '#web/player/stream-engine.ts'
import { importPart } from '#web/use-lazy-import.ts'
import type { DatedSegment } from '../../segment-dates.ts'

export interface LiveFeed {
  /** Those that can be played; empty until they are known. */
  segments: () => readonly DatedSegment[]
  /** How many segments have arrived. */
  arrivedParts: () => number
  /** Requests nothing more; what has arrived plays on. */
  stopLoading: () => void
  startLoading: () => void
  /** Empties the element. */
  detach: () => void
}

export interface LiveFeedOptions {
  url: string
  /** How far the group is behind the teacher. */
  leadMs: number
  /** Called once: whether its segments have stamps (STREAM-17). */
  onStamps: (isStamped: boolean) => void
  /** It can't go on; the feed is detached by its owner. */
  onFailure: (error: unknown) => void
}

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
