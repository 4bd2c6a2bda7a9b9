// A live client whose channel the test controls, for one member's chat room.
import type { ClientMessage, ServerMessage } from '#app/live-messages.ts'
import type { LiveClient, LiveStatus } from '#shared/live/live-client.ts'

const author = { id: 7, name: 'Mia Member', profilePicture: null, isGardenAngel: false }

/** Every message of the room is Mia's. */
export function createFakeLiveClient() {
  const sent: ClientMessage[] = []
  const connectionListeners = new Set<() => void>()
  const messageListeners = new Set<(message: never) => void>()
  let connection: LiveStatus = { state: 'connecting', ended: null, joinedBefore: false }
  const become = (state: LiveStatus['state']) => {
    connection = { state, ended: null, joinedBefore: true }
    for (const listener of connectionListeners) listener()
  }
  const receive = (message: ServerMessage) => {
    for (const listener of messageListeners) listener(message as never)
  }
  const client: LiveClient = {
    status: () => connection,
    onStatusChange: (listener) => {
      connectionListeners.add(listener)
      return () => connectionListeners.delete(listener)
    },
    onMessage: (_, listener: (message: never) => void) => {
      messageListeners.add(listener)
      return () => messageListeners.delete(listener)
    },
    send: (message) => {
      if (connection.state !== 'connected') return false
      sent.push(message as ClientMessage)
      return true
    },
  }
  return {
    client,
    sent,
    receive,
    drop: () => become('disconnected'),
    /** Joins again: the room sends its initial messages. */
    join: (messages: readonly { id: number; clientMessageId: string; message: string }[] = []) => {
      receive({ type: 'initial-messages', messages: messages.map(chatMessage) })
      become('connected')
    },
    echo: (id: number, clientMessageId: string, message: string) =>
      receive({ type: 'new-message', message: chatMessage({ id, clientMessageId, message }) }),
  }
}

function chatMessage({
  id,
  clientMessageId,
  message,
}: {
  id: number
  clientMessageId: string
  message: string
}) {
  const timestamp = `2026-11-21T12:00:${String(id).padStart(2, '0')}.000Z`
  return { id, clientMessageId, message, timestamp, user: author }
}
