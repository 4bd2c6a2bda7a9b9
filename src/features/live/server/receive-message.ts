// Message receiver: rate limits, parsing and capability checks of the frames that clients send.
import * as z from 'zod/mini'
import { invalidFramesMax } from '#shared/constants.ts'
import { can } from '#shared/roles.ts'
import type { GuardName } from '#server/http/guards.ts'
import {
  clientMessageIdSchema,
  closeCodes,
  liveClientMessages,
  liveErrorTexts,
  type ClientMessageSpec,
  type LiveErrorCode,
  type MessageLimits,
} from '../contract.ts'
import type { LiveConnection } from './connection.ts'
import type { KnownSenders } from './known-senders.ts'
import type { RoomFeature } from './service.ts'
import type { Clock } from '#server/clock.ts'
import type { BucketSize, RateLimiter } from '#server/http/rate-limit.ts'

/** A message that matches the schema of its type. */
export interface ReceivedMessage {
  readonly type: string
  readonly clientMessageId?: string | undefined
}

export interface MessageReceiverOptions {
  features: readonly Pick<RoomFeature, 'clientMessages'>[]
  limits: LiveLimits
  enabledGuards: ReadonlySet<GuardName>
  /** Handles a valid message. */
  handle(connection: LiveConnection, message: ReceivedMessage): void
  /** Removes the connection from its room and closes it. */
  closeConnection(connection: LiveConnection, code: number): void
}

interface ErrorDetails {
  message?: string
  clientMessageId?: string | undefined
  retryAfterMs?: number
  scope?: 'room' | undefined
  opensAtMs?: number | undefined
}

/** Sends an error event; the socket stays open. */
export function sendError(connection: LiveConnection, code: LiveErrorCode, details: ErrorDetails = {}): void {
  const { message = liveErrorTexts[code], clientMessageId, retryAfterMs, scope, opensAtMs } = details
  connection.send({
    type: 'error',
    code,
    message,
    ...(clientMessageId === undefined ? {} : { clientMessageId }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(scope === undefined ? {} : { scope }),
    ...(opensAtMs === undefined ? {} : { opensAtMs }),
  })
}

export interface MessageReceiver {
  receive(connection: LiveConnection, data: Buffer, isBinary: boolean): void
  /** An unsolicited pong counts like any other frame (T56). */
  receiveUnsolicitedPong(connection: LiveConnection): void
}

export function createMessageReceiver(options: MessageReceiverOptions): MessageReceiver {
  const { features, limits, enabledGuards, handle, closeConnection } = options
  const specs = new Map<string, ClientMessageSpec & { limits?: MessageLimits }>(
    [liveClientMessages, ...features.map(({ clientMessages }) => clientMessages)].flatMap(Object.entries),
  )

  const rejectInvalid = (connection: LiveConnection, code: LiveErrorCode, details?: ErrorDetails) => {
    sendError(connection, code, details)
    connection.invalidFrames += 1
    if (connection.invalidFrames >= invalidFramesMax) closeConnection(connection, closeCodes.policy)
  }
  const isAllowed = (
    connection: LiveConnection,
    verdict: RateLimitVerdict,
    clientMessageId?: string,
  ): boolean => {
    if (verdict.kind === 'pass') return true
    const { retryAfterMs, scope } = verdict
    sendError(connection, 'rate_limited', { retryAfterMs, scope, clientMessageId })
    if (verdict.kind === 'flooding') closeConnection(connection, closeCodes.flooded)
    return false
  }

  const receive: MessageReceiver['receive'] = (connection, data, isBinary) => {
    if (connection.isRevoked) return
    if (isBinary) {
      closeConnection(connection, closeCodes.unsupportedData)
      return
    }
    if (!isAllowed(connection, limits.frame(connection))) return
    const frame = parseFrame(data)
    const spec = frame && specs.get(frame.type)
    if (!spec) {
      rejectInvalid(connection, 'unknown_type')
      return
    }
    const { type, value, clientMessageId } = frame
    if (!can(connection.persona, spec.needs) && enabledGuards.has('role')) {
      sendError(connection, 'forbidden', { clientMessageId })
      return
    }
    const parsed = z.safeParse(spec.schema, value)
    if (!parsed.success) {
      rejectInvalid(connection, 'invalid', { message: validationMessage(parsed.error), clientMessageId })
      return
    }
    if (isAllowed(connection, limits.message(connection, type, spec.limits ?? null), clientMessageId))
      handle(connection, parsed.data)
  }

  return {
    receive,
    receiveUnsolicitedPong: (connection) => {
      // A client that keeps sending after the close is cut without waiting for its close frame.
      if (connection.isRevoked) connection.terminate()
      else isAllowed(connection, limits.frame(connection))
    },
  }
}

interface ParsedFrame {
  type: string
  value: object
  clientMessageId: string | undefined
}

/** Returns null for invalid JSON and for values without a type. */
function parseFrame(data: Buffer): ParsedFrame | null {
  const value = parseJson(data)
  if (typeof value !== 'object' || value === null || !('type' in value)) return null
  if (typeof value.type !== 'string') return null
  const id = z.safeParse(
    clientMessageIdSchema,
    'clientMessageId' in value ? value.clientMessageId : undefined,
  )
  return { type: value.type, value, clientMessageId: id.success ? id.data : undefined }
}

function parseJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return null
  }
}

function validationMessage(error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (issue === undefined) return liveErrorTexts.invalid
  return issue.code === 'unrecognized_keys' ? `Unknown: ${issue.keys.join(', ')}.` : issue.message
}

export type RateLimitVerdict =
  | { kind: 'pass' }
  /** `scope` is set when the room's allowance is used up: its member may try again without a strike. */
  | { kind: 'rejected' | 'flooding'; retryAfterMs: number; scope?: 'room' }

export interface LiveLimits {
  /** Counts a received frame, whatever its contents. */
  frame(connection: LiveConnection): RateLimitVerdict
  /** Counts a parsed message by its type; without limits, it counts as a join. */
  message(connection: LiveConnection, type: string, limits: MessageLimits | null): RateLimitVerdict
}

const frames: BucketSize = { perMinute: 120, burst: 120 }
const joins: BucketSize = { perMinute: 20, burst: 20 }
/** Limits per user, for the channel's reference documentation. */
export const userRateLimits = { frames, joins } as const
/** How often a user may exceed a limit before the server closes their channel. */
const strikes: BucketSize = { perMinute: 4, burst: 4 }

const pass: RateLimitVerdict = { kind: 'pass' }

/** Addresses in LIMITS_EXEMPT are not limited. */
export function createLiveLimits(clock: Clock, limiter: RateLimiter, known: KnownSenders): LiveLimits {
  /** By message type and user. */
  const mutedUntilMs = new Map<string, number>()

  const strike = ({ user }: LiveConnection, retryAfterMs: number): RateLimitVerdict => {
    const kind = limiter.take(`live-strike:${user.id}`, strikes) > 0 ? 'flooding' : 'rejected'
    return { kind, retryAfterMs }
  }
  const limitBy = (connection: LiveConnection, key: string, size: BucketSize): RateLimitVerdict => {
    const retryAfterMs = limiter.take(key, size)
    return retryAfterMs === 0 ? pass : strike(connection, retryAfterMs)
  }
  const mute = (key: string, muteMs: number) => {
    const nowMs = clock.now()
    for (const [other, untilMs] of mutedUntilMs) if (untilMs <= nowMs) mutedUntilMs.delete(other)
    mutedUntilMs.set(key, nowMs + muteMs)
  }
  const limitMessage = (
    connection: LiveConnection,
    type: string,
    { perUser, doubledFor, muteMs, perRoom }: MessageLimits,
  ): RateLimitVerdict => {
    const { user, persona, day } = connection
    const key = `live-message:${type}:${user.id}`
    const remainingMuteMs = (mutedUntilMs.get(key) ?? 0) - clock.now()
    if (remainingMuteMs > 0) return strike(connection, remainingMuteMs)
    const factor = can(persona, doubledFor) ? 2 : 1
    const size = { perMinute: perUser.perMinute * factor, burst: perUser.burst * factor }
    if (limiter.take(key, size) > 0) {
      mute(key, muteMs)
      return strike(connection, muteMs)
    }
    const retryAfterMs =
      day === null ? 0 : takeFromRoom(connection, `${type}:${day}`, { doubledFor, perRoom })
    return retryAfterMs === 0 ? pass : { kind: 'rejected', retryAfterMs, scope: 'room' }
  }
  const takeFromRoom = (
    connection: LiveConnection,
    room: string,
    { doubledFor, perRoom }: Pick<MessageLimits, 'doubledFor' | 'perRoom'>,
  ): number => {
    const { perMinute, burst, reserved } = perRoom
    const hasReserved = reserved === 0 || can(connection.persona, doubledFor) || known.isKnown(connection)
    const share = 1 - reserved
    const open = { perMinute: perMinute * share, burst: burst * share }
    const openAfterMs = hasReserved ? 0 : limiter.take(`live-room-open:${room}`, open)
    return openAfterMs === 0 ? limiter.take(`live-room:${room}`, { perMinute, burst }) : openAfterMs
  }

  return {
    frame: (connection) =>
      connection.exempt ? pass : limitBy(connection, `live-frame:${connection.user.id}`, frames),
    message: (connection, type, limits) => {
      if (connection.exempt) return pass
      if (limits !== null) return limitMessage(connection, type, limits)
      return limitBy(connection, `live-join:${connection.user.id}`, joins)
    },
  }
}
