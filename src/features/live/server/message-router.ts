// Message router: handles join and leave, and passes other messages to the handler the app registered.
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { Platform, User } from '#server/context.ts'
import type { GuardName } from '#server/http/guards.ts'
import { isAppError } from '#server/app-error.ts'
import {
  closeCodes,
  liveErrorCodes,
  type ClientMessage,
  type ClientMessageType,
  type LiveErrorCode,
  type ServerMessage,
} from '../contract.ts'
import type { LiveConnection } from './connection.ts'
import { sendError } from './receive-message.ts'
import type { Rollover } from './rollover.ts'
import type { Rooms } from './rooms.ts'

/** The sender of a message, and the day of the room they are in. */
export interface Sender {
  user: User
  day: string
  /** The room's closing time in epoch milliseconds: it takes no messages after that. */
  openUntilMs: number
}

/**
 * Handlers of other features' messages. A handler returns the reply to the sender, or null. It rejects a message by
 * throwing an `AppError`: `banned` closes the sender's sockets, any other becomes an error event.
 */
export type LiveHandlers = {
  readonly [Type in Exclude<ClientMessageType, 'join-session' | 'leave-session'>]: (
    sender: Sender,
    message: ClientMessage<Type>,
  ) => Promise<ServerMessage | null>
}

export interface MessageRouterOptions {
  platform: Platform
  rooms: Rooms
  handlers: LiveHandlers
  rollover: Pick<Rollover, 'openUntilMs' | 'joined'>
  enabledGuards: ReadonlySet<GuardName>
  closeConnection(connection: LiveConnection, code: number): void
}

export interface MessageRouter {
  handle(connection: LiveConnection, message: ClientMessage): void
  /** Resolves when no message is being handled. */
  whenIdle(): Promise<void>
}

/** Handles the messages of each connection one after the other. */
export function createMessageRouter(options: MessageRouterOptions): MessageRouter {
  const inProgress = new Set<Promise<void>>()
  const handleMessage = async (connection: LiveConnection, message: ClientMessage) => {
    // A message that arrived just before the socket closed is still handled; one after the session ended is not.
    if (connection.isRevoked) return
    try {
      await routeMessage(options, connection, message)
    } catch (error) {
      sendFailure(options, connection, message, error)
    }
  }
  return {
    handle: (connection, message) => {
      const handled = connection.pendingMessages
        .then(() => handleMessage(connection, message))
        .then(() => {
          inProgress.delete(handled)
        })
      inProgress.add(handled)
      connection.pendingMessages = handled
    },
    whenIdle: async () => {
      while (inProgress.size > 0) await Promise.all(inProgress)
    },
  }
}

async function routeMessage(
  options: MessageRouterOptions,
  connection: LiveConnection,
  message: ClientMessage,
): Promise<void> {
  switch (message.type) {
    case 'join-session':
      return joinRoom(options, connection, message)
    case 'leave-session':
      return options.rooms.leave(connection, 'left')
    case 'chat-message': {
      const { user, day } = connection
      if (day === null) {
        sendError(connection, 'not_joined', { clientMessageId: message.clientMessageId })
        return
      }
      const openUntilMs = await options.rollover.openUntilMs(day)
      const reply = await options.handlers[message.type]({ user, day, openUntilMs }, message)
      if (reply) connection.send(reply)
    }
  }
}

async function joinRoom(
  { platform, rooms, rollover, enabledGuards, closeConnection }: MessageRouterOptions,
  connection: LiveConnection,
  { userId, sessionDate }: ClientMessage<'join-session'>,
): Promise<void> {
  if (userId !== connection.user.id && enabledGuards.has('identity')) {
    sendError(connection, 'identity_mismatch')
    closeConnection(connection, closeCodes.policy)
    return
  }
  const openUntilMs = await rollover.openUntilMs(sessionDate)
  if (platform.clock.now() >= openUntilMs) {
    sendError(connection, 'bad_date')
    return
  }
  if (connection.day === sessionDate) return
  await rooms.join(connection, sessionDate)
  rollover.joined(connection)
}

function sendFailure(
  { platform, closeConnection }: MessageRouterOptions,
  connection: LiveConnection,
  message: ClientMessage,
  error: unknown,
): void {
  const clientMessageId = 'clientMessageId' in message ? message.clientMessageId : undefined
  if (!isAppError(error)) {
    if (!isDatabaseUnavailable(error)) platform.log.error({ err: error }, 'Handling a live message failed.')
    sendError(connection, 'unavailable', { clientMessageId })
    return
  }
  const { body } = error.errorResponse
  const { code, reason = '' } = body
  if (code === 'banned') {
    connection.send({ type: 'access-denied', reason })
    closeConnection(connection, closeCodes.banned)
    return
  }
  sendError(connection, isLiveErrorCode(code) ? code : 'invalid', { message: body.message, clientMessageId })
}

function isLiveErrorCode(code: string): code is LiveErrorCode {
  return liveErrorCodes.some((errorCode) => errorCode === code)
}
