// Message router: handles join and leave, and passes other messages to the feature that declares them.
import { isDatabaseUnavailable } from '#server/db/database.ts'
import type { Platform } from '#server/context.ts'
import type { KeyedQueue } from '#server/async/keyed-queue.ts'
import type { GuardName } from '#server/http/guards.ts'
import { isAppError } from '#server/app-error.ts'
import {
  closeCodes,
  liveClientMessages,
  liveErrorCodes,
  type LiveClientMessage,
  type LiveErrorCode,
} from '../contract.ts'
import { type LiveConnection, textFrame } from './connection.ts'
import { sendError, type ReceivedMessage } from './receive-message.ts'
import type { Rollover } from './rollover.ts'
import type { Rooms } from './rooms.ts'
import type { RoomFeature } from './service.ts'

export interface MessageRouterOptions {
  platform: Platform
  /** The tasks of each connection. */
  tasks: Pick<KeyedQueue<LiveConnection>, 'run'>
  rooms: Rooms
  features: readonly Pick<RoomFeature, 'handlers'>[]
  rollover: Pick<Rollover, 'openUntilMs' | 'joined'>
  /** Whether a date's room is open (LIVE-21). */
  isOpen(date: string): Promise<boolean>
  enabledGuards: ReadonlySet<GuardName>
  closeConnection(connection: LiveConnection, code: number): void
}

/** Returns the function that handles the messages of each connection one after the other. */
export function createMessageRouter(
  options: MessageRouterOptions,
): (connection: LiveConnection, message: ReceivedMessage) => void {
  const { roomClock } = options.platform
  const handlers = new Map(options.features.flatMap((feature) => Object.entries(feature.handlers)))
  const handleMessage = async (
    connection: LiveConnection,
    message: ReceivedMessage,
    receivedAtMs: number,
  ) => {
    // A message that arrived just before the socket closed is still handled; one after the session ended is not.
    if (connection.isRevoked) return
    try {
      if (isLiveMessage(message)) await handleLiveMessage(options, connection, message)
      else await handleRoomMessage(options, handlers.get(message.type), connection, { message, receivedAtMs })
    } catch (error) {
      sendFailure(options, connection, message, error)
    }
  }
  return (connection, message) => {
    const receivedAtMs = roomClock.now()
    void options.tasks.run(connection, () => handleMessage(connection, message, receivedAtMs))
  }
}

function isLiveMessage(message: ReceivedMessage): message is LiveClientMessage {
  return Object.hasOwn(liveClientMessages, message.type)
}

async function handleLiveMessage(
  options: MessageRouterOptions,
  connection: LiveConnection,
  message: LiveClientMessage,
): Promise<void> {
  switch (message.type) {
    case 'join-session':
      return joinRoom(options, connection, message)
    case 'leave-session':
      return options.rooms.leave(connection, 'left')
  }
}

async function handleRoomMessage(
  { rollover }: MessageRouterOptions,
  handler: RoomFeature['handlers'][string] | undefined,
  connection: LiveConnection,
  { message, receivedAtMs }: { message: ReceivedMessage; receivedAtMs: number },
): Promise<void> {
  const { user, persona, day } = connection
  if (day === null) {
    sendError(connection, 'not_joined', { clientMessageId: message.clientMessageId })
    return
  }
  const openUntilMs = await rollover.openUntilMs(day)
  // `never`: the message was parsed by the schema of the same type.
  const reply = await handler?.({ user, persona, day, openUntilMs, receivedAtMs }, message as never)
  if (reply) connection.write(textFrame(JSON.stringify(reply)))
}

async function joinRoom(
  { rooms, rollover, isOpen, enabledGuards, closeConnection }: MessageRouterOptions,
  connection: LiveConnection,
  { userId, sessionDate }: Extract<LiveClientMessage, { type: 'join-session' }>,
): Promise<void> {
  if (userId !== connection.user.id && enabledGuards.has('identity')) {
    sendError(connection, 'identity_mismatch')
    closeConnection(connection, closeCodes.policy)
    return
  }
  if (!(await isOpen(sessionDate))) {
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
  { clientMessageId }: ReceivedMessage,
  error: unknown,
): void {
  if (!isAppError(error)) {
    if (!isDatabaseUnavailable(error)) platform.log.error({ err: error }, 'Handling a live message failed.')
    sendError(connection, 'unavailable', { clientMessageId })
    return
  }
  const { body, opensAtMs } = error.errorResponse
  const { code, reason = '' } = body
  if (code === 'banned') {
    connection.send({ type: 'access-denied', reason })
    closeConnection(connection, closeCodes.banned)
    return
  }
  sendError(connection, isLiveErrorCode(code) ? code : 'invalid', {
    message: body.message,
    clientMessageId,
    opensAtMs,
  })
}

function isLiveErrorCode(code: string): code is LiveErrorCode {
  return liveErrorCodes.some((errorCode) => errorCode === code)
}
