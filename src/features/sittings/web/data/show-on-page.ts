// Lets the bell and the wake lock know of a silence's sound, and mutes it where another one rings.
import { secondMs } from '#shared/durations.ts'
import { serverNow } from '#web/server-clock.ts'
import { ringsOutSeconds } from '../../strokes.ts'
import { silenceOnPage } from './silence-on-page.ts'

interface SoundOnPage {
  /** When its first second is due, in epoch milliseconds of the room clock. */
  startsAtMs: number
  /** Of several tabs of a browser, this one is heard. */
  isRinger: boolean
  /** Until when the page's bell rings in its place, by the room clock; it outlasts a change of the others. */
  yielded: { untilMs: number }
}

/** Returns the function that ends it. */
export function showOnPage(
  element: HTMLAudioElement,
  { startsAtMs, isRinger, yielded }: SoundOnPage,
): () => void {
  const update = () => {
    element.muted = !isRinger || serverNow() < yielded.untilMs
  }
  update()
  element.addEventListener('timeupdate', update)
  silenceOnPage.set({
    read: () => ({
      isHeard: isRunning(element) && !element.muted && !element.seeking,
      atMs: startsAtMs + element.currentTime * secondMs,
    }),
    isRunning: () => isRunning(element),
    onChange: (listener) => {
      for (const type of changeEvents) element.addEventListener(type, listener)
      return () => {
        for (const type of changeEvents) element.removeEventListener(type, listener)
      }
    },
    yieldStroke: (atMs) => {
      yielded.untilMs = Math.max(yielded.untilMs, atMs + ringsOutSeconds * secondMs)
      update()
    },
  })
  return () => {
    element.removeEventListener('timeupdate', update)
    silenceOnPage.set(null)
  }
}

const changeEvents = ['playing', 'pause', 'ended', 'seeked', 'waiting', 'timeupdate', 'emptied']

function isRunning({ paused, ended, error, readyState }: HTMLAudioElement): boolean {
  return !paused && !ended && error === null && readyState >= HTMLMediaElement.HAVE_CURRENT_DATA
}
