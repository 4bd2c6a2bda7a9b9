// The talk with YouTube's player in its frame: asks it to tell what it does, and hears what it tells.
import { isFromPlayer, parsePlayerMessage, playerOrigin, type PlayerMessage } from './youtube-messages.ts'

const firstHandshakeMs = 250
/** So long a player may take until it answers; after that something keeps it from being here. */
const responseTimeoutMs = 10_000

interface PlayerListener {
  onNews: (news: PlayerMessage) => void
  /** Nothing was heard within the bound. It may still answer later. */
  onSilence: () => void
}

/** Begins with the frame's next load; answers the function that ends the talk. */
export function connectToPlayer(frame: HTMLIFrameElement, listener: PlayerListener): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let hasAnswered = false
  let knockTimer: ReturnType<typeof setTimeout>
  const silenceTimer = setTimeout(listener.onSilence, responseTimeoutMs)

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
    const news = isFromPlayer(event, frame) ? parsePlayerMessage(event.data) : null
    if (!news) return
    if (!hasAnswered) {
      hasAnswered = true
      clearTimeout(silenceTimer)
      for (const name of ['onStateChange', 'onError'])
        tell({ event: 'command', func: 'addEventListener', args: [name] })
    }
    listener.onNews(news)
  }
  frame.addEventListener('load', () => knock(firstHandshakeMs), { signal })
  window.addEventListener('message', onMessage, { signal })
  return () => {
    listening.abort()
    clearTimeout(knockTimer)
    clearTimeout(silenceTimer)
  }
}
