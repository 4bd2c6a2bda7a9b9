// Presence replication: each node publishes its own members as a numbered log and as snapshots.
import type { Bus } from '#server/bus/bus.ts'
import type { RoomKey } from '#shared/live/room-key.ts'
import type { DisconnectedMember } from './presence-members.ts'
import { createPresencePeers, type RemotePresence } from './presence-peers.ts'
import { presenceEvents, presenceEventsV1, toPresenceV1 } from './presence-protocol-v1.ts'
import { chunksOf, type PresenceChange, type PresenceEvent, type SnapshotPart } from './presence-protocol.ts'
import type { PresenceMember } from './presence-roster.ts'

export interface PresenceReplication {
  /** A member has their first socket on this node. */
  joined(room: RoomKey, member: PresenceMember): void
  /** A member has no socket on this node any more, and their grace period is over. */
  left(room: RoomKey, userId: number): void
  /** Shutdown: publishes how long this node's members still count, unless they rejoin elsewhere. */
  close(disconnected: ReadonlyMap<RoomKey, readonly DisconnectedMember[]>): void
}

interface PresenceReplicationOptions {
  bus: Bus
  /** Minimum time between two publications. */
  tickMs: number
  /** The grace period of a lost node's members. */
  graceMs: number
  /** This node's members, by room. */
  own(): ReadonlyMap<RoomKey, readonly PresenceMember[]>
  remotePresence: RemotePresence
  onError(error: unknown): void
}

/**
 * Publishes at once when idle, and batches later changes until the end of the tick, or until the bus has accepted the
 * last ones. While it is slow or away, changes merge here, and no second snapshot waits behind the first.
 */
export function createPresenceReplication(options: PresenceReplicationOptions): PresenceReplication {
  const { bus, remotePresence, graceMs, onError } = options
  const publish = (event: PresenceEvent) =>
    void bus.publish(presenceEventsV1, toPresenceV1(event)).catch(onError)
  const log = createReplicationLog(options, publish)
  const tick = createThrottledTask(options.tickMs, () => {
    log.publishPending()
    for (const nodeId of peers.takeSnapshotRequests()) publish({ request: nodeId })
    return bus.whenSent()
  })
  const peers = createPresencePeers({ remotePresence, graceMs, scheduleRequests: tick.request })
  const scheduleSnapshot = () => {
    log.markSnapshotPending()
    tick.request()
  }
  const onEvent = (event: PresenceEvent, from: string) => {
    if (from === bus.nodeId) return
    if ('message' in event) peers.receive(from, event.sequence, event.message)
    else if (event.request === null || event.request === bus.nodeId) scheduleSnapshot()
  }
  const stops = [
    bus.subscribe(presenceEvents, onEvent),
    bus.watch({
      onNodeJoined: peers.nodeJoined,
      onNodeLeft: peers.nodeLeft,
      onMessagesMissed: (nodeId) => {
        // The missed messages may include a request for this node's snapshot.
        if (peers.messagesMissed(nodeId)) scheduleSnapshot()
      },
    }),
  ]
  peers.requestAllSnapshots()
  scheduleSnapshot()

  return {
    joined: (room, member) => {
      log.recordChange(room, member.id, member)
      tick.request()
    },
    left: (room, userId) => {
      log.recordChange(room, userId, null)
      tick.request()
    },
    close: (disconnected) => {
      for (const stop of stops) stop()
      tick.close()
      log.close(disconnected)
    },
  }
}

/** The numbered log of this node's messages about its own members. */
function createReplicationLog(
  { own }: Pick<PresenceReplicationOptions, 'own'>,
  publish: (event: PresenceEvent) => void,
) {
  /** Changes since the last publication: the member who joined, or null for one who left. */
  const pendingChanges = new Map<RoomKey, Map<number, PresenceMember | null>>()
  let sequence = 0
  let isSnapshotPending = false

  const publishNumbered = (message: PresenceChange | SnapshotPart) => {
    sequence += 1
    publish({ sequence, message })
  }
  const publishChanges = () => {
    for (const [room, states] of pendingChanges) {
      const joined = [...states.values()].filter((state) => state !== null)
      const left = [...states].filter(([, state]) => state === null).map(([userId]) => userId)
      for (const members of chunksOf(joined)) publishNumbered({ type: 'joined', room, members })
      for (const userIds of chunksOf(left)) publishNumbered({ type: 'left', room, userIds })
    }
    pendingChanges.clear()
  }
  const publishSnapshot = () => {
    isSnapshotPending = false
    const rooms = [...own()].flatMap(([room, roomMembers]) =>
      chunksOf(roomMembers).map((members) => ({ room, members })),
    )
    const last = Math.max(0, rooms.length - 1)
    for (let part = 0; part <= last; part += 1) {
      publishNumbered({ type: 'snapshot', part, isLast: part === last, rooms: rooms.slice(part, part + 1) })
    }
  }

  return {
    recordChange: (room: RoomKey, userId: number, state: PresenceMember | null) => {
      const states = pendingChanges.get(room) ?? new Map<number, PresenceMember | null>()
      pendingChanges.set(room, states.set(userId, state))
    },
    markSnapshotPending: () => {
      isSnapshotPending = true
    },
    publishPending: () => {
      publishChanges()
      if (isSnapshotPending) publishSnapshot()
    },
    close: (disconnected: ReadonlyMap<RoomKey, readonly DisconnectedMember[]>) => {
      publishChanges()
      for (const [room, disconnectedMembers] of disconnected) {
        for (const members of chunksOf(disconnectedMembers))
          publishNumbered({ type: 'disconnected', room, members })
      }
    },
  }
}

/** A throttled task: one run for all requests of a moment, at most once per tick, and after the last has settled. */
function createThrottledTask(tickMs: number, task: () => Promise<void>) {
  let immediate: NodeJS.Immediate | null = null
  let tick: NodeJS.Timeout | null = null
  let isRequested = false
  let isClosed = false

  const run = () => {
    immediate = null
    isRequested = false
    const settled = task()
    tick = setTimeout(() => void settled.then(endTick), tickMs)
  }
  const endTick = () => {
    tick = null
    if (isRequested && !isClosed) run()
  }

  return {
    request: () => {
      isRequested = true
      if (tick === null) immediate ??= setImmediate(run)
    },
    close: () => {
      isClosed = true
      if (immediate !== null) clearImmediate(immediate)
      if (tick !== null) clearTimeout(tick)
    },
  }
}
