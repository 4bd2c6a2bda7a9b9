// Message router: lets connections join and leave rooms, and passes other messages to the feature that declares them.
import { isAppError } from '#server/app-error.ts'
import type { KeyedQueue } from '#server/async/keyed-queue.ts'
import type { Platform } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import { liveClientMessages } from '#shared/live/channel-messages.ts'
import { closeCodes } from '#shared/live/close-codes.ts'
import { liveErrorCodes, type LiveErrorCode } from '#shared/live/live-errors.ts'
import { isMessageOf } from '#shared/live/message-specs.ts'
import { roomOf, type LiveConnection } from './connection.ts'
import { frameOf } from './frames.ts'
import { sendError, type ReceivedMessage } from './receive-message.ts'
import type { RoomFeature, Sender } from './room-feature.ts'
import type { RoomsPolicy } from './rooms-policy.ts'
import type { Rooms } from './rooms.ts'

export interface MessageRouterOptions {
  platform: Platform
  /** The tasks of each connection. */
  tasks: Pick<KeyedQueue<LiveConnection>, 'run'>
  rooms: Rooms
  features: readonly Pick<RoomFeature, 'handlers'>[]
  policy: RoomsPolicy
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
    if (connection.state.name === 'revoked') return
    try {
      if (isMessageOf(liveClientMessages, message)) options.rooms.leave(connection, 'left')
      else if (Object.hasOwn(options.policy.joinMessages, message.type))
        await joinRoom(options, connection, message)
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

async function handleRoomMessage(
  { policy }: MessageRouterOptions,
  handler: RoomFeature['handlers'][string] | undefined,
  connection: LiveConnection,
  { message, receivedAtMs }: { message: ReceivedMessage; receivedAtMs: number },
): Promise<void> {
  const { user, persona } = connection
  const room = roomOf(connection)
  if (room === null) {
    sendError(connection, 'not_joined', { clientMessageId: message.clientMessageId })
    return
  }
  const admission = () => policy.admission(room, receivedAtMs)
  const sender: Sender = { user, persona, room, receivedAtMs, admission }
  // `never`: the message was parsed by the schema of the same type.
  const reply = await handler?.(sender, message as never)
  if (reply) connection.write(frameOf(reply))
}

async function joinRoom(
  { rooms, policy, closeConnection }: MessageRouterOptions,
  connection: LiveConnection,
  message: ReceivedMessage,
): Promise<void> {
  // `never`: the message was parsed by the schema of the same type.
  const verdict = await policy.roomOf(message as never, connection.user)
  if ('error' in verdict) {
    sendError(connection, verdict.error)
    if (verdict.error === 'identity_mismatch') closeConnection(connection, closeCodes.policy)
    return
  }
  if (roomOf(connection) === verdict.room) return
  await rooms.join(connection, verdict.room)
  policy.onJoined(verdict.room, (reply) => connection.write(frameOf(reply)))
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
  const { body, live } = error.errorResponse
  const { code, reason = '' } = body
  if (code === 'banned') {
    connection.send({ type: 'access-denied', reason })
    closeConnection(connection, closeCodes.banned)
    return
  }
  sendError(connection, isLiveErrorCode(code) ? code : 'invalid', {
    message: body.message,
    clientMessageId,
    ...live,
  })
}

function isLiveErrorCode(code: string): code is LiveErrorCode {
  return liveErrorCodes.some((errorCode) => errorCode === code)
}
