// Message receiver: parses the frames that clients send, and checks their limits and capabilities.
import * as z from 'zod/mini'
import type { GuardName } from '#server/http/guards.ts'
import { invalidFramesMax } from '#shared/constants.ts'
import { translate } from '#shared/i18n/t.ts'
import { liveClientMessages, type LiveServerMessage } from '#shared/live/channel-messages.ts'
import { closeCodes } from '#shared/live/close-codes.ts'
import { liveErrorTexts, type LiveErrorCode } from '#shared/live/live-errors.ts'
import {
  clientMessageIdSchema,
  type ClientMessageSpec,
  type MessageLimits,
} from '#shared/live/message-specs.ts'
import { can } from '#shared/roles.ts'
import type { LiveConnection } from './connection.ts'
import type { LiveLimits, RateLimitVerdict } from './live-limits.ts'
import type { RoomFeature } from './room-feature.ts'
import type { RoomsPolicy } from './rooms-policy.ts'

/** A message that matches the schema of its type. */
export interface ReceivedMessage {
  readonly type: string
  readonly clientMessageId?: string | undefined
}

export interface MessageReceiverOptions {
  features: readonly Pick<RoomFeature, 'clientMessages'>[]
  policy: Pick<RoomsPolicy, 'joinMessages'>
  limits: LiveLimits
  enabledGuards: ReadonlySet<GuardName>
  /** Handles a valid message. */
  handle(connection: LiveConnection, message: ReceivedMessage): void
  /** Removes the connection from its room and closes it. */
  closeConnection(connection: LiveConnection, code: number): void
}

type ErrorDetails = Partial<Omit<Extract<LiveServerMessage, { type: 'error' }>, 'type' | 'code'>>

/** Sends an error event; the socket stays open. */
export function sendError(
  connection: LiveConnection,
  code: LiveErrorCode,
  { message = translate(liveErrorTexts[code]), ...details }: ErrorDetails = {},
): void {
  connection.send({ type: 'error', code, message, ...details })
}

export interface MessageReceiver {
  receive(connection: LiveConnection, data: Buffer, isBinary: boolean): void
  /** An unsolicited pong counts like any other frame (T56). */
  receiveUnsolicitedPong(connection: LiveConnection): void
}

export function createMessageReceiver(options: MessageReceiverOptions): MessageReceiver {
  const { features, policy, limits, enabledGuards, handle, closeConnection } = options
  const specs = new Map<string, ClientMessageSpec & { limits?: MessageLimits }>(
    [
      liveClientMessages,
      policy.joinMessages,
      ...features.map(({ clientMessages }) => clientMessages),
    ].flatMap(Object.entries),
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
    if (connection.state.name === 'revoked') return
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
      if (connection.state.name === 'revoked') connection.terminate()
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
  if (issue === undefined) return translate(liveErrorTexts.invalid)
  return issue.code === 'unrecognized_keys' ? `Unknown: ${issue.keys.join(', ')}.` : issue.message
}
