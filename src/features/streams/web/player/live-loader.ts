// Live loader: attaches a stream to its element, detaches it, and tries again for as long as its sitting wants it.
import { reconnectDelayMs } from '#shared/backoff.ts'
import { secondMs } from '#shared/durations.ts'
import { logFailure } from '#web/log.ts'
import { firstRequestDelayMs, pollDelayMs, type Following } from '../../following.ts'
import type { LiveFeed } from './live-feed.ts'

interface LiveLoaderDeps {
  attach: (onFailure: (error: unknown) => void) => Promise<LiveFeed>
  /** Called with each feed that is attached, and with null once it is detached. */
  onFeed: (feed: LiveFeed | null) => void
  isConnected: () => boolean
  random: () => number
}

export interface LiveLoader {
  /** `isPressed`: by a press of the member, not by the stream: all pages of a room would request at once. */
  follow: (following: Following, isPressed: boolean) => void
  /** Attaches it anew, now. */
  rebuild: () => void
  /** The line is back: the attempt that waits is made now. */
  retryNow: () => void
  close: () => void
}

/** What has arrived is played by then. */
const playsOutMs = 40 * secondMs
/** The picture fades before its element is emptied. */
export const fadesMs = 2 * secondMs

export function createLiveLoader({ attach, onFeed, isConnected, random }: LiveLoaderDeps): LiveLoader {
  let following: Following = 'stop'
  let feed: LiveFeed | null = null
  /** Of what is attached, or being attached. */
  let current = 0
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRetryPending = false

  const wait = (ms: number, then: () => void) => {
    clearTimeout(timer)
    timer = setTimeout(then, ms)
  }
  const detach = () => {
    current += 1
    if (feed === null) return
    feed.detach()
    feed = null
    onFeed(null)
  }
  const attachNow = () => {
    detach()
    isRetryPending = false
    const own = current
    attach((error) => own === current && onFailure(error)).then(
      (attached) => {
        if (own !== current) return attached.detach()
        feed = attached
        onFeed(feed)
      },
      (error: unknown) => own === current && onFailure(error),
    )
  }
  const onFailure = (error: unknown) => {
    logFailure('The stream could not be played.', error)
    if (feed !== null && feed.arrivedParts() > 0) attempts = 0
    detach()
    if (following !== 'load') return
    isRetryPending = true
    wait(isConnected() ? reconnectDelayMs(attempts, random()) : pollDelayMs(random()), attachNow)
    attempts += 1
  }
  const goOn = () => {
    if (feed === null) attachNow()
    else feed.startLoading()
  }
  return {
    follow: (next, isPressed) => {
      if (next === following) return
      const before = following
      following = next
      isRetryPending = false
      clearTimeout(timer)
      if (next === 'load') {
        attempts = 0
        if (isPressed || before === 'rest') attachNow()
        else wait(firstRequestDelayMs(random()), goOn)
        return
      }
      // Being attached, it would begin to load.
      if (feed === null) current += 1
      feed?.stopLoading()
      if (next !== 'rest') wait(next === 'stop' ? fadesMs : playsOutMs, detach)
    },
    rebuild: () => {
      if (following !== 'load') return
      clearTimeout(timer)
      attachNow()
    },
    retryNow: () => {
      if (!isRetryPending) return
      clearTimeout(timer)
      attachNow()
    },
    close: () => {
      following = 'stop'
      clearTimeout(timer)
      detach()
    },
  }
}
