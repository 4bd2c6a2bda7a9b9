// Presence replication: each node publishes its own members as a numbered log and as snapshots.
import * as z from 'zod/mini'
import type { Bus } from '#server/bus.ts'
import {
  chunksOf,
  presenceChannel,
  presenceMessageSchema,
  type SnapshotPart,
  type PresenceChange,
  type PresenceMessage,
} from './presence-protocol.ts'
import type { DisconnectedMember } from './presence-members.ts'
import { createUnknownMessageLog } from './unknown-message-log.ts'
import { createPresencePeers, type RemotePresence } from './presence-peers.ts'
import type { PresenceMember } from './presence-roster.ts'

export interface PresenceReplication {
  /** A member has their first socket on this node. */
  joined(day: string, member: PresenceMember): void
  /** A member has no socket on this node any more, and their grace period is over. */
  left(day: string, userId: number): void
  /** Shutdown: publishes how long this node's members still count, unless they rejoin elsewhere. */
  close(vanishing: ReadonlyMap<string, readonly DisconnectedMember[]>): void
}

interface PresenceReplicationOptions {
  bus: Bus
  /** Minimum time between two publications. */
  tickMs: number
  /** This node's members, by day. */
  own(): ReadonlyMap<string, readonly PresenceMember[]>
  remotePresence: RemotePresence
  failed(error: unknown): void
}

/** Publishes at once when idle, and batches later changes until the end of the tick. */
export function createPresenceReplication(options: PresenceReplicationOptions): PresenceReplication {
  const { bus, remotePresence, failed } = options
  const publish = (message: PresenceMessage) => void bus.publish(presenceChannel, message).catch(failed)
  const log = createReplicationLog(options, publish)
  const tick = createThrottledTask(options.tickMs, () => {
    log.tell()
    for (const nodeId of peers.takeSnapshotRequests()) publish({ ask: nodeId })
  })
  const peers = createPresencePeers({ others: remotePresence, askSoon: tick.needed })
  const tellPicture = () => {
    log.pictureIsDue()
    tick.needed()
  }
  const notUnderstood = createUnknownMessageLog(failed)
  const hear = (heard: unknown, from: string) => {
    if (from === bus.nodeId) return
    const message = z.safeParse(presenceMessageSchema, heard)
    if (!message.success) notUnderstood(heard, message.error)
    else if ('says' in message.data) peers.receive(from, message.data.n, message.data.says)
    else if (message.data.ask === null || message.data.ask === bus.nodeId) tellPicture()
  }
  const onMessagesMissed = () => {
    peers.requestAllSnapshots()
    // The missed messages may include a request for this node's snapshot.
    tellPicture()
  }
  const stops = [
    bus.subscribe(presenceChannel, hear),
    bus.watch({ onNodeJoined: peers.arrived, onNodeLeft: peers.gone, onMessagesMissed }),
  ]
  onMessagesMissed()

  return {
    joined: (day, member) => {
      log.note(day, member.id, member)
      tick.needed()
    },
    left: (day, userId) => {
      log.note(day, userId, null)
      tick.needed()
    },
    close: (vanishing) => {
      for (const stop of stops) stop()
      tick.close()
      log.close(vanishing)
    },
  }
}

/** The numbered log of this node's messages about its own members. */
function createReplicationLog(
  { own }: Pick<PresenceReplicationOptions, 'own'>,
  publish: (message: PresenceMessage) => void,
) {
  /** Changes since the last publication: the member who joined, or null for one who left. */
  const changes = new Map<string, Map<number, PresenceMember | null>>()
  let n = 0
  let isPictureDue = false

  const say = (says: PresenceChange | SnapshotPart) => {
    n += 1
    publish({ n, says })
  }
  const tellChanges = () => {
    for (const [day, states] of changes) {
      const joined = [...states.values()].filter((state) => state !== null)
      const left = [...states].filter(([, state]) => state === null).map(([userId]) => userId)
      for (const members of chunksOf(joined)) say({ type: 'joined', day, members })
      for (const userIds of chunksOf(left)) say({ type: 'left', day, userIds })
    }
    changes.clear()
  }
  const tellPicture = () => {
    isPictureDue = false
    const rooms = [...own()].flatMap(([day, held]) => chunksOf(held).map((members) => ({ day, members })))
    const last = Math.max(0, rooms.length - 1)
    for (let part = 0; part <= last; part += 1) {
      say({ type: 'picture', part, isLast: part === last, rooms: rooms.slice(part, part + 1) })
    }
  }

  return {
    note: (day: string, userId: number, state: PresenceMember | null) => {
      const states = changes.get(day) ?? new Map<number, PresenceMember | null>()
      changes.set(day, states.set(userId, state))
    },
    pictureIsDue: () => {
      isPictureDue = true
    },
    tell: () => {
      tellChanges()
      if (isPictureDue) tellPicture()
    },
    close: (vanishing: ReadonlyMap<string, readonly DisconnectedMember[]>) => {
      tellChanges()
      for (const [day, vanished] of vanishing) {
        for (const members of chunksOf(vanished)) say({ type: 'vanished', day, members })
      }
    },
  }
}

/** A throttled task: one run for all requests of a moment, at most once per tick. */
function createThrottledTask(tickMs: number, work: () => void) {
  let start: NodeJS.Immediate | null = null
  let running: NodeJS.Timeout | null = null
  let isNeeded = false

  const begin = () => {
    start = null
    isNeeded = false
    running = setTimeout(end, tickMs)
    work()
  }
  const end = () => {
    running = null
    if (isNeeded) begin()
  }

  return {
    needed: () => {
      isNeeded = true
      if (running === null) start ??= setImmediate(begin)
    },
    close: () => {
      if (start !== null) clearImmediate(start)
      if (running !== null) clearTimeout(running)
    },
  }
}
