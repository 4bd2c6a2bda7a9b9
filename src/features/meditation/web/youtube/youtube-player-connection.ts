// YouTube player connection: subscribes to the player's events in its frame.
import { isFromPlayer, parsePlayerMessage, playerOrigin, type PlayerMessage } from './youtube-messages.ts'

const firstHandshakeMs = 250
/** A player that hasn't responded by then is probably blocked. */
const responseTimeoutMs = 10_000

interface PlayerListener {
  onMessage: (message: PlayerMessage) => void
  /** No message within the timeout. The player may still respond later. */
  onTimeout: () => void
}

/** Connects on the frame's next load; returns the disconnect function. */
export function connectToPlayer(frame: HTMLIFrameElement, listener: PlayerListener): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let hasResponded = false
  let handshakeTimer: ReturnType<typeof setTimeout>
  const timeoutTimer = setTimeout(listener.onTimeout, responseTimeoutMs)

  const post = (message: object) =>
    frame.contentWindow?.postMessage(
      JSON.stringify({ ...message, id: 'sitting', channel: 'widget' }),
      playerOrigin,
    )
  // The player's script may load after its page: handshake messages repeat with a doubling delay.
  const sendHandshake = (waitMs: number) => {
    clearTimeout(handshakeTimer)
    if (hasResponded) return
    post({ event: 'listening' })
    handshakeTimer = setTimeout(() => sendHandshake(waitMs * 2), waitMs)
  }
  const onMessage = (event: MessageEvent) => {
    const message = isFromPlayer(event, frame) ? parsePlayerMessage(event.data) : null
    if (!message) return
    if (!hasResponded) {
      hasResponded = true
      clearTimeout(timeoutTimer)
      for (const name of ['onStateChange', 'onError'])
        post({ event: 'command', func: 'addEventListener', args: [name] })
    }
    listener.onMessage(message)
  }
  frame.addEventListener('load', () => sendHandshake(firstHandshakeMs), { signal })
  window.addEventListener('message', onMessage, { signal })
  return () => {
    controller.abort()
    clearTimeout(handshakeTimer)
    clearTimeout(timeoutTimer)
  }
}
