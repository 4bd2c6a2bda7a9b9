// The group's player on a stream. Its position is the moment at which its picture is due by the room clock. So the group's
// second is room clock − lead (STREAM-03).
import type { GroupPlayer } from '#web/player/group/group-playback.ts'
import { createMediaPlayer } from '#web/player/group/media-player.ts'
import { liveTraits } from '#web/player/group/sync-traits.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { dateAt, placeOf, type StreamPlace } from '../../segment-dates.ts'
import type { LiveFeed } from './live-feed.ts'

/** A player this early is held: what it plays was sent after something that is missing. */
const earlyMaxMs = 300
/** The newest data may not be whole. */
const beforeEndSeconds = 0.3

/**
 * Positions are epoch seconds of the room clock, so the group's start is 0. `delayMs` returns how long after its stamp a
 * picture is due now: the lead and the stream's offset.
 */
export function createLivePlayer(
  element: HTMLMediaElement,
  feed: LiveFeed,
  delayMs: () => number,
): GroupPlayer {
  const player = createMediaPlayer(element, false)
  const listeners = new Set<() => void>()
  let isHeld = false
  let stopHold = () => {}

  const isMediaLoaded = () => element.readyState >= HTMLMediaElement.HAVE_METADATA
  const dueInMs = (dateMs: number) => dateMs + delayMs() - serverNow()
  /** Nothing was sent for the moment: the next segment waits until it is due. */
  const hold = ({ seconds, dateMs }: StreamPlace) => {
    stopHold()
    isHeld = true
    element.pause()
    element.currentTime = seconds
    stopHold = runOnTime(() => {
      if (!isHeld) return null
      const leftMs = dueInMs(dateMs)
      if (leftMs > 0) return Math.min(leftMs, 1_000)
      isHeld = false
      player.play().catch(() => listeners.forEach((listener) => listener()))
      return null
    })
  }
  const placeAt = (dateMs: number) => placeOf(feed.segments(), dateMs)
  const endHold = () => {
    stopHold()
    isHeld = false
  }
  const holdIfEarly = () => {
    if (isHeld || element.paused || !isMediaLoaded()) return
    const dateMs = dateAt(feed.segments(), element.currentTime)
    if (dateMs === null || dueInMs(dateMs) <= earlyMaxMs) return
    const place = placeAt(serverNow() - delayMs())
    if (place?.kind === 'before') hold(place)
  }
  return {
    ...player,
    traits: liveTraits,
    read: () => {
      holdIfEarly()
      const reading = isHeld ? null : player.read()
      const dateMs = dateAt(feed.segments(), element.currentTime)
      if (reading === null || dateMs === null) return null
      const position = (dateMs + delayMs()) / 1_000
      // Its end is the sitting's: a playlist that ends is a teacher who has gone.
      return { ...reading, position, isEnded: false }
    },
    play: () => {
      endHold()
      return player.play()
    },
    isPausedByMember: () => !isHeld && player.isPausedByMember(),
    seek: (position) => {
      const place = placeAt(position * 1_000 - delayMs())
      if (place?.kind === 'before') return hold(place)
      endHold()
      if (place) element.currentTime = place.kind === 'in' ? place.seconds : place.seconds - beforeEndSeconds
    },
    onChange: (listener) => {
      listeners.add(listener)
      const stopListening = player.onChange(listener)
      element.addEventListener('timeupdate', holdIfEarly)
      return () => {
        listeners.delete(listener)
        stopListening()
        element.removeEventListener('timeupdate', holdIfEarly)
        endHold()
      }
    },
  }
}
