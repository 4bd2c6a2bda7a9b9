// Heartbeat: pings every socket at a regular interval, spread over slots, and cuts those that don't answer.
import type { LiveConnection } from './connection.ts'
import { heartbeatFrames } from './frame.ts'

export interface Heartbeat {
  add(connection: LiveConnection): void
  delete(connection: LiveConnection): void
  /** Records a pong; returns whether one was expected. */
  recordPong(connection: LiveConnection): boolean
  close(): void
}

const slotCount = 30
const unansweredMax = 2
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
      connection.unansweredPings += 1
      connection.write(heartbeatFrames)
    }
    onBeat(connections)
    for (const connection of slots[(slotIndex + slotCount - pongTimeoutSlots) % slotCount] ?? []) {
      if (connection.unansweredPings >= unansweredMax) connection.terminate()
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
      const wasExpected = connection.unansweredPings > 0
      connection.unansweredPings = 0
      return wasExpected
    },
    close: () => clearInterval(timer),
  }
}
