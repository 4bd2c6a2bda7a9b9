// The messages of YouTube's player, as its own script reads them; ours needs no script of YouTube's (MED-11).
import * as z from 'zod/mini'

/** Where the player is asked for; also the only place that is told anything. */
export const playerOrigin = 'https://www.youtube-nocookie.com'
const origins: readonly string[] = [playerOrigin, 'https://www.youtube.com']

/** What the player tells: it is there; perhaps also what it does now, or the code of an error. */
export interface PlayerMessage {
  state: 'playing' | 'resting' | 'ended' | null
  error: number | null
}

/** Whether a message comes from YouTube and from this very frame; anybody else's is not even read (T30). */
export function isFromPlayer(event: MessageEvent, frame: HTMLIFrameElement): boolean {
  return origins.includes(event.origin) && event.source !== null && event.source === frame.contentWindow
}

const messageSchema = z.object({ event: z.string(), info: z.optional(z.unknown()) })
const infoSchema = z.object({
  playerState: z.optional(z.number()),
  videoData: z.optional(z.object({ errorCode: z.optional(z.unknown()) })),
})

/** Reads the data of one message; null when it is none of the player's. */
export function parsePlayerMessage(data: unknown): PlayerMessage | null {
  const message = messageSchema.safeParse(parseData(data)).data
  if (!message) return null
  if (message.event === 'onError') return { state: null, error: errorCodeOf(message.info) ?? unknownError }
  if (message.event === 'onStateChange') return { state: playbackStateOf(message.info), error: null }
  const info = infoSchema.safeParse(message.info).data
  // An error from before anybody listened stands in what the player knows of its video.
  return { state: playbackStateOf(info?.playerState), error: errorCodeOf(info?.videoData?.errorCode) }
}

/** The code that YouTube has for a fault of the player itself. */
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

/** Not begun (-1) and waiting in line (5) are rest; waiting for data (3) belongs to playing. */
function playbackStateOf(state: unknown): PlayerMessage['state'] {
  if (state === 0) return 'ended'
  if (state === 1 || state === 3) return 'playing'
  return typeof state === 'number' ? 'resting' : null
}
