// The group's player on the sound of a silence. Its member leaves it through the page or the lock screen. Any other pause
// is the system's, as by a telephone call, and ends by itself (SEQ-10).
import type { GroupPlayer } from '#web/player/group/group-playback.ts'
import { createMediaPlayer } from '#web/player/group/media-player.ts'
import { silenceTraits } from '#web/player/group/sync-traits.ts'

/** Nothing is corrected from this long before a stroke until its bell has sounded (SEQ-11). */
const restBeforeSeconds = 2
const bellSoundsSeconds = 8
const resumeEveryMs = 5_000

/** `strokes` are seconds of its sound. */
export function createSilencePlayer(element: HTMLMediaElement, strokes: readonly number[]): GroupPlayer {
  const player = createMediaPlayer(element, false)
  /** The group wants it to play, and the browser hasn't refused. */
  let isWanted = false
  const resume = () => {
    if (!isWanted || !element.paused || element.ended) return
    // Refused, as during a call: it is tried again.
    element.play().catch(() => undefined)
  }
  const isNearStroke = (position: number) =>
    strokes.some((at) => position > at - restBeforeSeconds && position < at + bellSoundsSeconds)
  return {
    ...player,
    traits: silenceTraits,
    // Without sound there is nothing to play.
    mute: null,
    isPausedByMember: () => false,
    read: () => {
      const reading = player.read()
      return (
        reading && {
          ...reading,
          isPaused: reading.isPaused && !isWanted,
          isSpeaking: isNearStroke(reading.position),
        }
      )
    },
    play: () => {
      isWanted = true
      return player.play().catch((error: unknown) => {
        // The file was being loaded, or the system paused it.
        if (error instanceof DOMException && error.name === 'AbortError') return
        isWanted = false
        throw error
      })
    },
    onChange: (listener) => {
      const stopListening = player.onChange(listener)
      const controller = new AbortController()
      const { signal } = controller
      element.addEventListener('loadedmetadata', resume, { signal })
      document.addEventListener('visibilitychange', resume, { signal })
      const timer = setInterval(resume, resumeEveryMs)
      return () => {
        isWanted = false
        clearInterval(timer)
        controller.abort()
        stopListening()
      }
    },
  }
}
