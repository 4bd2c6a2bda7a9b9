// Live feed by the browser's own player, as on iPhones. Its stamps are one date for all positions, and it seeks in what is
// `seekable`.
import type { LiveFeed, LiveFeedOptions } from './live-feed.ts'

/** Of Safari: the stamp of position 0; an invalid date without stamps. */
interface DatedElement {
  getStartDate?: () => Date
}

export function attachNativeFeed(
  element: HTMLMediaElement & DatedElement,
  { url, jump, onStamps, onFailure }: LiveFeedOptions,
): LiveFeed {
  const controller = new AbortController()
  const { signal } = controller
  let progress = 0
  // Positions go on over a later jump.
  const jumpedMs = jump()?.byMs ?? 0
  const startDateMs = () => (element.getStartDate?.().getTime() ?? Number.NaN) - jumpedMs
  element.addEventListener('loadedmetadata', () => onStamps(Number.isFinite(startDateMs())), {
    signal,
    once: true,
  })
  element.addEventListener('progress', () => (progress += 1), { signal })
  element.addEventListener('error', () => onFailure(element.error), { signal })
  element.src = url
  return {
    segments: () => {
      const dateMs = startDateMs()
      if (!Number.isFinite(dateMs)) return []
      return rangesOf(element.seekable).map(({ start, end }) => ({
        start,
        duration: end - start,
        dateMs: dateMs + start * 1_000,
      }))
    },
    arrivedParts: () => progress,
    // The browser loads as it likes.
    stopLoading: () => {},
    startLoading: () => {},
    detach: () => {
      controller.abort()
      element.removeAttribute('src')
      element.load()
    },
  }
}

function rangesOf(ranges: TimeRanges): { start: number; end: number }[] {
  return Array.from({ length: ranges.length }, (_, index) => ({
    start: ranges.start(index),
    end: ranges.end(index),
  }))
}
