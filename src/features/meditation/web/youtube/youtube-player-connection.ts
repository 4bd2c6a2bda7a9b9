// YouTube player connection: subscribes to the player's events in its frame.
import { isFromPlayer, parsePlayerMessage, playerOrigin, type PlayerMessage } from './youtube-messages.ts'

const firstHandshakeMs = 250
/** A player that hasn't responded by then is probably blocked. */
const responseTimeoutMs = 10_000

interface PlayerListener {
  onMessage: (news: PlayerMessage) => void
  /** No message within the timeout. The player may still respond later. */
  onTimeout: () => void
}

/** Connects on the frame's next load; returns the disconnect function. */
export function connectToPlayer(frame: HTMLIFrameElement, listener: PlayerListener): () => void {
  const listening = new AbortController()
  const { signal } = listening
  let hasAnswered = false
  let knockTimer: ReturnType<typeof setTimeout>
  const silenceTimer = setTimeout(listener.onTimeout, responseTimeoutMs)

  const tell = (message: object) =>
    frame.contentWindow?.postMessage(
      JSON.stringify({ ...message, id: 'sitting', channel: 'widget' }),
      playerOrigin,
    )
  // The player's script may load after its page: handshake messages repeat with a doubling delay.
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
    listener.onMessage(news)
  }
  frame.addEventListener('load', () => knock(firstHandshakeMs), { signal })
  window.addEventListener('message', onMessage, { signal })
  return () => {
    listening.abort()
    clearTimeout(knockTimer)
    clearTimeout(silenceTimer)
  }
}
