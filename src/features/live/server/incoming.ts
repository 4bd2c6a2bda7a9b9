// What happens to a frame that a client sent: limits, parsing, capability, and who handles it.
import * as z from 'zod/mini'
import { invalidFramesMax } from '#shared/constants.ts'
import { can } from '#shared/roles.ts'
import { clientMessageIdSchema } from '#features/chat/contract.ts'
import type { GuardName } from '#server/guards.ts'
import {
  clientMessages,
  closeCodes,
  liveErrorTexts,
  type ClientMessage,
  type ClientMessageType,
  type LiveErrorCode,
} from '../contract.ts'
import type { Connection } from './connection.ts'
import type { LiveLimits, Verdict } from './limits.ts'

export interface IncomingOptions {
  limits: LiveLimits
  letPass: ReadonlySet<GuardName>
  /** Does what an understood message asks for. */
  handle(connection: Connection, message: ClientMessage): void
  /** Takes the connection out of its room and closes it. */
  end(connection: Connection, code: number): void
}

interface ErrorDetails {
  message?: string
  clientMessageId?: string | undefined
  retryAfterMs?: number
}

/** Sends an error event; the socket stays open. */
export function sendError(connection: Connection, code: LiveErrorCode, details: ErrorDetails = {}): void {
  const { message = liveErrorTexts[code], clientMessageId, retryAfterMs } = details
  connection.send({
    type: 'error',
    code,
    message,
    ...(clientMessageId === undefined ? {} : { clientMessageId }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

export interface Incoming {
  receive(connection: Connection, data: Buffer, isBinary: boolean): void
  /** A pong came that no ping had asked for: it counts like any other frame (T56). */
  receiveUnaskedPong(connection: Connection): void
}

/** The receiver of all frames of all sockets. */
export function createIncoming(options: IncomingOptions): Incoming {
  const { limits, letPass, handle, end } = options

  const refuseInvalid = (connection: Connection, code: LiveErrorCode, details?: ErrorDetails) => {
    sendError(connection, code, details)
    connection.invalidFrames += 1
    if (connection.invalidFrames >= invalidFramesMax) end(connection, closeCodes.policy)
  }
  const passes = (connection: Connection, verdict: Verdict, clientMessageId?: string): boolean => {
    if (verdict.kind === 'pass') return true
    sendError(connection, 'rate_limited', { retryAfterMs: verdict.retryAfterMs, clientMessageId })
    if (verdict.kind === 'flooding') end(connection, closeCodes.flooded)
    return false
  }

  const receive: Incoming['receive'] = (connection, data, isBinary) => {
    if (connection.ended) return
    if (isBinary) {
      end(connection, closeCodes.unsupportedData)
      return
    }
    if (!passes(connection, limits.frame(connection))) return
    const frame = readFrame(data)
    if (frame === null) {
      refuseInvalid(connection, 'unknown_type')
      return
    }
    const { type, value, clientMessageId } = frame
    if (!can(connection.persona, clientMessages[type].needs) && !letPass.has('role')) {
      sendError(connection, 'forbidden', { clientMessageId })
      return
    }
    const parsed = z.safeParse(clientMessages[type].schema, value)
    if (!parsed.success) {
      refuseInvalid(connection, 'invalid', { message: sentenceOf(parsed.error), clientMessageId })
      return
    }
    if (passes(connection, limits.message(connection, type), clientMessageId)) handle(connection, parsed.data)
  }

  return {
    receive,
    receiveUnaskedPong: (connection) => {
      // Who goes on after the close gets no time to answer it.
      if (connection.ended) connection.cut()
      else passes(connection, limits.frame(connection))
    },
  }
}

interface ReadableFrame {
  type: ClientMessageType
  value: object
  clientMessageId: string | undefined
}

/** Null for what isn't JSON or isn't of a type that clients send. */
function readFrame(data: Buffer): ReadableFrame | null {
  const value = readJson(data)
  if (typeof value !== 'object' || value === null || !('type' in value)) return null
  if (typeof value.type !== 'string' || !Object.hasOwn(clientMessages, value.type)) return null
  const id = z.safeParse(
    clientMessageIdSchema,
    'clientMessageId' in value ? value.clientMessageId : undefined,
  )
  return { type: value.type as ClientMessageType, value, clientMessageId: id.success ? id.data : undefined }
}

function readJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString('utf8'))
  } catch {
    return null
  }
}

function sentenceOf(error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (issue === undefined) return liveErrorTexts.invalid
  return issue.code === 'unrecognized_keys' ? `Unknown: ${issue.keys.join(', ')}.` : issue.message
}
