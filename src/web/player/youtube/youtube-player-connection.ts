// YouTube player connection: its messages to and from the player's frame, without YouTube's script (MED-11).
import * as z from 'zod/mini'

const firstHandshakeMs = 250
/** A player that hasn't responded by then is probably blocked. */
const responseTimeoutMs = 10_000

interface PlayerListener {
  onMessage: (message: PlayerMessage) => void
  /** No message within the timeout. The player may still respond later. */
  onTimeout: () => void
}

export interface PlayerConnection {
  /** Calls a function of YouTube's player; one before its first response is sent after it. */
  command: (func: PlayerCommand, ...args: unknown[]) => void
  disconnect: () => void
}

type PlayerCommand = 'playVideo' | 'seekTo' | 'mute' | 'unMute'

/** Connects on the frame's next load. */
export function connectToPlayer(frame: HTMLIFrameElement, listener: PlayerListener): PlayerConnection {
  const controller = new AbortController()
  const { signal } = controller
  let hasResponded = false
  let handshakeTimer: ReturnType<typeof setTimeout>
  const delayedCommands: object[] = []
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
      for (const name of ['onStateChange', 'onError', 'onAutoplayBlocked'])
        post({ event: 'command', func: 'addEventListener', args: [name] })
      for (const command of delayedCommands) post(command)
    }
    listener.onMessage(message)
  }
  frame.addEventListener('load', () => sendHandshake(firstHandshakeMs), { signal })
  window.addEventListener('message', onMessage, { signal })
  return {
    command: (func, ...args) => {
      const command = { event: 'command', func, args }
      if (hasResponded) post(command)
      else delayedCommands.push(command)
    },
    disconnect: () => {
      controller.abort()
      clearTimeout(handshakeTimer)
      clearTimeout(timeoutTimer)
    },
  }
}

/** The origin that serves the player, and the only one that receives messages. */
export const playerOrigin = 'https://www.youtube-nocookie.com'
const origins: readonly string[] = [playerOrigin, 'https://www.youtube.com']

/** A player message: it is ready; it may also carry the playback state or an error code. */
export interface PlayerMessage {
  state: 'playing' | 'paused' | 'ended' | null
  error: number | null
  /** The video's time; null in messages without it. */
  info: PlayerInfo | null
  /** The browser refused to start the video. */
  isAutoplayBlocked: boolean
}

/** State of YouTube's player; each message has a part of it. */
export interface PlayerInfo {
  /** -1 not started, 0 ended, 1 playing, 2 paused, 3 buffering, 5 cued. */
  playerState: number | undefined
  /** Seconds. */
  currentTime: number | undefined
  /** When `currentTime` was read, in seconds of this device's clock. */
  readAt: number | undefined
  videoId: string | undefined
}

/** Whether a message comes from YouTube and from this frame; others are not even parsed (T30). */
function isFromPlayer(event: MessageEvent, frame: HTMLIFrameElement): boolean {
  return origins.includes(event.origin) && event.source !== null && event.source === frame.contentWindow
}

const messageSchema = z.object({ event: z.string(), info: z.optional(z.unknown()) })
const infoSchema = z.object({
  playerState: z.optional(z.number()),
  currentTime: z.optional(z.number()),
  currentTimeLastUpdated_: z.optional(z.number()),
  videoData: z.optional(z.object({ errorCode: z.optional(z.unknown()), video_id: z.optional(z.string()) })),
})

/** Parses one message; null if it isn't the player's. */
function parsePlayerMessage(data: unknown): PlayerMessage | null {
  const message = messageSchema.safeParse(parseData(data)).data
  if (!message) return null
  const nothing = { state: null, error: null, info: null, isAutoplayBlocked: false }
  if (message.event === 'onError') return { ...nothing, error: errorCodeOf(message.info) ?? unknownError }
  if (message.event === 'onStateChange') return { ...nothing, state: playbackStateOf(message.info) }
  if (message.event === 'onAutoplayBlocked') return { ...nothing, isAutoplayBlocked: true }
  const info = infoSchema.safeParse(message.info).data
  return {
    state: playbackStateOf(info?.playerState),
    // An error from before the listener was added is part of the video's info.
    error: errorCodeOf(info?.videoData?.errorCode),
    info: info
      ? {
          playerState: info.playerState,
          currentTime: info.currentTime,
          readAt: info.currentTimeLastUpdated_,
          videoId: info.videoData?.video_id,
        }
      : null,
    isAutoplayBlocked: false,
  }
}

/** YouTube's code for an error of the player itself. */
const unknownError = 5

function parseData(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : data
  } catch {
    return null
  }
}

function errorCodeOf(value: unknown): number | null {
  const code = typeof value === 'string' && /^\d{1,4}$/.test(value) ? Number(value) : value
  return typeof code === 'number' && code > 0 ? code : null
}

/** Not started (-1) and cued (5) count as paused; buffering (3) counts as playing. */
function playbackStateOf(state: unknown): PlayerMessage['state'] {
  if (state === 0) return 'ended'
  if (state === 1 || state === 3) return 'playing'
  return typeof state === 'number' ? 'paused' : null
}
