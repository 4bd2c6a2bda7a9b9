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
  let turn = 0
  let added = 0

  const beat = () => {
    turn = (turn + 1) % slotCount
    const slot = slots[turn] ?? new Set()
    for (const connection of slot) {
      connection.unansweredPings += 1
      connection.write(heartbeatFrames)
    }
    onBeat(slot)
    for (const connection of slots[(turn + slotCount - pongTimeoutSlots) % slotCount] ?? []) {
      if (connection.unansweredPings >= unansweredMax) connection.terminate()
    }
  }
  const timer = setInterval(beat, everyMs / slotCount)

  return {
    add: (connection) => {
      added += 1
      slots[added % slotCount]?.add(connection)
    },
    delete: (connection) => {
      for (const slot of slots) slot.delete(connection)
    },
    recordPong: (connection) => {
      const isDue = connection.unansweredPings > 0
      connection.unansweredPings = 0
      return isDue
    },
    close: () => clearInterval(timer),
  }
}
