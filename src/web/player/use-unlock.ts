// Unlocks playback in browsers that ask for a press.
import { useCallback, useRef, type MouseEvent } from 'react'
import { serverNow } from '#web/server-clock.ts'
import type { PlayerGroup } from './group/use-group-playback.ts'
import { seekTo } from './video-actions.ts'

/**
 * Unlocks playback in a press, where browsers require one. Safari lets a page play media loaded during a press, so the
 * first press on the cover reloads the video (not an hls.js stream). Strict browsers start a video only in a
 * press, so a latecomer's starts in it (SYNC-13).
 */
export function useUnlock(
  video: HTMLVideoElement | null,
  isNative: boolean,
  startedAtMs: number | null,
): (press: MouseEvent) => void {
  const isUnlocked = useRef(false)
  return useCallback(
    ({ target }) => {
      if (!video) return
      const isButton = target instanceof Element && target.closest('button') !== null
      if (startedAtMs !== null && isButton) joinInPress(video, startedAtMs)
      else if (isNative && !isUnlocked.current) video.load()
      isUnlocked.current = true
    },
    [video, isNative, startedAtMs],
  )
}

/** About what the group's part takes to load, and the seek to land. */
const joinAheadSeconds = 0.4

/** Nothing of what has passed is played: the seek comes first, or before the first data. */
function joinInPress(video: HTMLVideoElement, startsAtMs: number): void {
  const goToGroup = () => seekTo(video, secondOf({ startsAtMs }) + joinAheadSeconds)
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) goToGroup()
  else video.addEventListener('loadedmetadata', goToGroup, { once: true })
  // The group's part asks again, and shows a refusal.
  video.play().catch(() => undefined)
}

/** The group's second now. */
export function secondOf({ startsAtMs }: Pick<PlayerGroup, 'startsAtMs'>): number {
  return (serverNow() - startsAtMs) / 1_000
}
