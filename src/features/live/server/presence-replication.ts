// Presence replication: each node publishes its own members as a numbered log and as snapshots.
import type { Bus } from '#server/bus/bus.ts'
import {
  chunksOf,
  presenceEvents,
  type SnapshotPart,
  type PresenceChange,
  type PresenceMessage,
  createPresencePeers,
  type RemotePresence,
} from './presence-peers.ts'
import type { DisconnectedMember, PresenceMember } from './presence-roster.ts'

export interface PresenceReplication {
  /** A member has their first socket on this node. */
  joined(day: string, member: PresenceMember): void
  /** A member has no socket on this node any more, and their grace period is over. */
  left(day: string, userId: number): void
  /** Shutdown: publishes how long this node's members still count, unless they rejoin elsewhere. */
  close(disconnected: ReadonlyMap<string, readonly DisconnectedMember[]>): void
}

interface PresenceReplicationOptions {
  bus: Bus
  /** Minimum time between two publications. */
  tickMs: number
  /** This node's members, by day. */
  own(): ReadonlyMap<string, readonly PresenceMember[]>
  remotePresence: RemotePresence
  onError(error: unknown): void
}

/** Publishes at once when idle, and batches later changes until the end of the tick. */
export function createPresenceReplication(options: PresenceReplicationOptions): PresenceReplication {
  const { bus, remotePresence, onError } = options
  const publish = (message: PresenceMessage) => void bus.publish(presenceEvents, message).catch(onError)
  const log = createReplicationLog(options, publish)
  const tick = createThrottledTask(options.tickMs, () => {
    log.publishPending()
    for (const nodeId of peers.takeSnapshotRequests()) publish({ ask: nodeId })
  })
  const peers = createPresencePeers({ remotePresence, scheduleRequests: tick.request })
  const scheduleSnapshot = () => {
    log.markSnapshotPending()
    tick.request()
  }
  const onMessage = (message: PresenceMessage, from: string) => {
    if (from === bus.nodeId) return
    if ('says' in message) peers.receive(from, message.n, message.says)
    else if (message.ask === null || message.ask === bus.nodeId) scheduleSnapshot()
  }
  const onMessagesMissed = () => {
    peers.requestAllSnapshots()
    // The missed messages may include a request for this node's snapshot.
    scheduleSnapshot()
  }
  const stops = [
    bus.subscribe(presenceEvents, onMessage),
    bus.watch({ onNodeJoined: peers.nodeJoined, onNodeLeft: peers.nodeLeft, onMessagesMissed }),
  ]
  onMessagesMissed()

  return {
    joined: (day, member) => {
      log.recordChange(day, member.id, member)
      tick.request()
    },
    left: (day, userId) => {
      log.recordChange(day, userId, null)
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
  publish: (message: PresenceMessage) => void,
) {
  /** Changes since the last publication: the member who joined, or null for one who left. */
  const pendingChanges = new Map<string, Map<number, PresenceMember | null>>()
  let sequence = 0
  let isSnapshotPending = false

  const publishNumbered = (payload: PresenceChange | SnapshotPart) => {
    sequence += 1
    publish({ n: sequence, says: payload })
  }
  const publishChanges = () => {
    for (const [day, states] of pendingChanges) {
      const joined = [...states.values()].filter((state) => state !== null)
      const left = [...states].filter(([, state]) => state === null).map(([userId]) => userId)
      for (const members of chunksOf(joined)) publishNumbered({ type: 'joined', day, members })
      for (const userIds of chunksOf(left)) publishNumbered({ type: 'left', day, userIds })
    }
    pendingChanges.clear()
  }
  const publishSnapshot = () => {
    isSnapshotPending = false
    const rooms = [...own()].flatMap(([day, dayMembers]) =>
      chunksOf(dayMembers).map((members) => ({ day, members })),
    )
    const last = Math.max(0, rooms.length - 1)
    for (let part = 0; part <= last; part += 1) {
      publishNumbered({ type: 'picture', part, isLast: part === last, rooms: rooms.slice(part, part + 1) })
    }
  }

  return {
    recordChange: (day: string, userId: number, state: PresenceMember | null) => {
      const states = pendingChanges.get(day) ?? new Map<number, PresenceMember | null>()
      pendingChanges.set(day, states.set(userId, state))
    },
    markSnapshotPending: () => {
      isSnapshotPending = true
    },
    publishPending: () => {
      publishChanges()
      if (isSnapshotPending) publishSnapshot()
    },
    close: (disconnected: ReadonlyMap<string, readonly DisconnectedMember[]>) => {
      publishChanges()
      for (const [day, dayDisconnected] of disconnected) {
        for (const members of chunksOf(dayDisconnected)) publishNumbered({ type: 'vanished', day, members })
      }
    },
  }
}

/** A throttled task: one run for all requests of a moment, at most once per tick. */
function createThrottledTask(tickMs: number, task: () => void) {
  let immediate: NodeJS.Immediate | null = null
  let tick: NodeJS.Timeout | null = null
  let isRequested = false

  const run = () => {
    immediate = null
    isRequested = false
    tick = setTimeout(endTick, tickMs)
    task()
  }
  const endTick = () => {
    tick = null
    if (isRequested) run()
  }

  return {
    request: () => {
      isRequested = true
      if (tick === null) immediate ??= setImmediate(run)
    },
    close: () => {
      if (immediate !== null) clearImmediate(immediate)
      if (tick !== null) clearTimeout(tick)
    },
  }
}
