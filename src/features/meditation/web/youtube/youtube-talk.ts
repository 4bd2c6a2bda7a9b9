// The talk with YouTube's player in its frame: asks it to tell what it does, and hears what it tells.
import { isFromPlayer, newsIn, playerOrigin, type PlayerNews } from './youtube-messages.ts'

const firstKnockMs = 250
/** So long a player may take until it answers; after that something keeps it from being here. */
const answerWithinMs = 10_000

interface Listener {
  onNews: (news: PlayerNews) => void
  /** Nothing was heard within the bound. It may still answer later. */
  onSilence: () => void
}

/** Begins with the frame's next load; answers the function that ends the talk. */
export function talkToPlayer(frame: HTMLIFrameElement, listener: Listener): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let hasAnswered = false
  let knockTimer: ReturnType<typeof setTimeout>
  const silenceTimer = setTimeout(listener.onSilence, answerWithinMs)

  const tell = (message: object) =>
    frame.contentWindow?.postMessage(
      JSON.stringify({ ...message, id: 'sitting', channel: 'widget' }),
      playerOrigin,
    )
  // The player's script may be there later than its page; each knock waits twice as long as the one before.
  const knock = (waitMs: number) => {
    clearTimeout(knockTimer)
    if (hasAnswered) return
    tell({ event: 'listening' })
    knockTimer = setTimeout(() => knock(waitMs * 2), waitMs)
  }
  const onMessage = (event: MessageEvent) => {
    const news = isFromPlayer(event, frame) ? newsIn(event.data) : null
    if (!news) return
    if (!hasAnswered) {
      hasAnswered = true
      clearTimeout(silenceTimer)
      for (const name of ['onStateChange', 'onError'])
        tell({ event: 'command', func: 'addEventListener', args: [name] })
    }
    listener.onNews(news)
  }
  frame.addEventListener('load', () => knock(firstKnockMs), { signal })
  window.addEventListener('message', onMessage, { signal })
  return () => {
    listening.abort()
    clearTimeout(knockTimer)
    clearTimeout(silenceTimer)
  }
}
