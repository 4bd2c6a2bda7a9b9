// YouTube messages: the protocol of YouTube's player, without YouTube's script (MED-11).
import * as z from 'zod/mini'

/** The origin that serves the player, and the only one that receives messages. */
export const playerOrigin = 'https://www.youtube-nocookie.com'
const origins: readonly string[] = [playerOrigin, 'https://www.youtube.com']

/** A player message: it is ready; it may also carry the playback state or an error code. */
export interface PlayerMessage {
  state: 'playing' | 'paused' | 'ended' | null
  error: number | null
}

/** Whether a message comes from YouTube and from this frame; others are not even parsed (T30). */
export function isFromPlayer(event: MessageEvent, frame: HTMLIFrameElement): boolean {
  return origins.includes(event.origin) && event.source !== null && event.source === frame.contentWindow
}

const messageSchema = z.object({ event: z.string(), info: z.optional(z.unknown()) })
const infoSchema = z.object({
  playerState: z.optional(z.number()),
  videoData: z.optional(z.object({ errorCode: z.optional(z.unknown()) })),
})

/** Parses one message; null if it isn't the player's. */
export function parsePlayerMessage(data: unknown): PlayerMessage | null {
  const message = messageSchema.safeParse(parseData(data)).data
  if (!message) return null
  if (message.event === 'onError') return { state: null, error: errorCodeOf(message.info) ?? unknownError }
  if (message.event === 'onStateChange') return { state: playbackStateOf(message.info), error: null }
  const info = infoSchema.safeParse(message.info).data
  // An error from before the listener was added is part of the video's info.
  return { state: playbackStateOf(info?.playerState), error: errorCodeOf(info?.videoData?.errorCode) }
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
