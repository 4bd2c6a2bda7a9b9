// Heartbeat: pings every socket in turn, and cuts those that don't respond.
import type { LiveServerMessage } from '#shared/live/channel-messages.ts'
import type { LiveConnection } from './connection.ts'
import { frameOf } from './frames.ts'

const finalPing = 0x89

/**
 * A ping, by which the server detects dead clients, and a heartbeat, by which the browser detects a dead server.
 */
const heartbeatFrames = Buffer.concat([
  Buffer.from([finalPing, 0]),
  frameOf({ type: 'heartbeat' } satisfies LiveServerMessage),
])

export interface Heartbeat {
  add(connection: LiveConnection): void
  delete(connection: LiveConnection): void
  /** Records a pong; returns whether one was expected. */
  recordPong(connection: LiveConnection): boolean
  close(): void
}

const slotCount = 30
const missedPongsMax = 2
/** Slots between a socket's ping and its check: a dead client is cut within two and a half rounds. */
const pongTimeoutSlots = slotCount / 2

/** Pings each socket once per `everyMs`; `onBeat` receives the sockets pinged just now. */
export function createHeartbeat(
  everyMs: number,
  onBeat: (connections: ReadonlySet<LiveConnection>) => void,
): Heartbeat {
  const slots = Array.from({ length: slotCount }, () => new Set<LiveConnection>())
  let slotIndex = 0
  let addedCount = 0

  const beat = () => {
    slotIndex = (slotIndex + 1) % slotCount
    const connections = slots[slotIndex] ?? new Set()
    for (const connection of connections) {
      connection.missedPongs += 1
      connection.write(heartbeatFrames)
    }
    onBeat(connections)
    for (const connection of slots[(slotIndex + slotCount - pongTimeoutSlots) % slotCount] ?? []) {
      if (connection.missedPongs >= missedPongsMax) connection.terminate()
    }
  }
  const timer = setInterval(beat, everyMs / slotCount)

  return {
    add: (connection) => {
      addedCount += 1
      slots[addedCount % slotCount]?.add(connection)
    },
    delete: (connection) => {
      for (const connections of slots) connections.delete(connection)
    },
    recordPong: (connection) => {
      const wasExpected = connection.missedPongs > 0
      connection.missedPongs = 0
      return wasExpected
    },
    close: () => clearInterval(timer),
  }
}
