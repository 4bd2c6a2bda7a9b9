// The group's player on a media element: a video, or the audio of a member who listens with the screen off.
import { seekTo } from '#web/player/video-actions.ts'
import type { GroupPlayer } from './group-playback.ts'
import { mediaTraits } from './sync-traits.ts'

const changeEvents = [
  'play',
  'pause',
  'playing',
  'waiting',
  'seeked',
  'loadedmetadata',
  'ended',
  'volumechange',
  'ratechange',
]

/** A player that keeps its tempo is never played faster or slower (SYNC-09). */
export function createMediaPlayer(element: HTMLMediaElement, keepsTempo: boolean): GroupPlayer {
  let lastPosition = 0
  let isPausedByMember = false
  return {
    traits: { ...mediaTraits, canStretch: !keepsTempo },
    read: () => {
      // Chromium pauses what has failed: that isn't its member's pause.
      if (element.readyState < HTMLMediaElement.HAVE_METADATA || element.error !== null) return null
      const position = element.currentTime
      // After a seek, WebKitGTK reports no data beyond the current frame, though it plays on.
      const hasData = element.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA || position > lastPosition
      lastPosition = position
      return {
        position,
        isPaused: element.paused && !element.ended,
        isEnded: element.ended,
        rate: element.playbackRate,
        isRunning: !element.paused && !element.seeking && hasData,
        isSpeaking: [...element.textTracks].some(
          ({ activeCues }) => activeCues !== null && activeCues.length > 0,
        ),
      }
    },
    play: () => {
      isPausedByMember = false
      return element.play()
    },
    isPausedByMember: () => isPausedByMember && element.error === null,
    mute: (isMuted) => {
      element.muted = isMuted
    },
    isMuted: () => element.muted,
    seek: (position) => seekTo(element, position),
    // Setting even the same rate can stall a player. A speed that was chosen before would return with a reload.
    setRate: (rate) => {
      if (element.defaultPlaybackRate !== 1) element.defaultPlaybackRate = 1
      if (element.playbackRate !== rate) element.playbackRate = rate
    },
    onChange: (listener) => {
      const controller = new AbortController()
      const { signal } = controller
      // Loading interrupts a start without this event.
      element.addEventListener('pause', () => (isPausedByMember = true), { signal })
      for (const type of changeEvents) element.addEventListener(type, listener, { signal })
      // Browsers run the timers of a hidden page rarely.
      element.addEventListener('timeupdate', () => document.hidden && listener(), { signal })
      document.addEventListener('visibilitychange', listener, { signal })
      return () => controller.abort()
    },
  }
}
