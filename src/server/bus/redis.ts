// The message bus of several nodes: one Redis or Valkey stream that every node writes to and reads completely.
import { randomBytes } from 'node:crypto'
import { resolveWithin } from '../async/resolve-within.ts'
import { systemClock, type Clock } from '../clock.ts'
import { configError } from '../config/error.ts'
import { counters } from '../metrics/counters.ts'
import { createBusChannels, createErrorBoundary, type Bus, type BusWatcher } from './bus.ts'
import { createClockSkewMonitor } from './redis-clock-skew.ts'
import { createBusPeers } from './redis-peers.ts'
import { createStreamReader } from './redis-stream-reader.ts'
import { createBusWriter } from './redis-writer.ts'

interface RedisBusOptions {
  /** The setting BUS_URL. */
  url: string
  /** The community's id in the names of the Redis keys: several communities can share a Redis. */
  community: string
  /** The setting NODE_ID; the bus appends a random suffix for each process. */
  nodeId: string
  /** Logs loss and recovery of the bus, unreadable entries and clock skew. */
  log(line: string): void
  clock?: Pick<Clock, 'now'>
  /** Heartbeat interval. */
  heartbeatMs?: number
  /** Silence after which a peer counts as gone. */
  peerTimeoutMs?: number
  /** Maximum number of queued messages to other nodes; further ones replace the oldest. */
  maxQueuedMessages?: number
  /** How long to wait for the bus at startup. */
  startTimeoutMs?: number
}

const logWaitingEveryMs = 5_000

const now = (): number => performance.now()

/** Connects a node to the bus. Throws a ConfigError if Redis doesn't respond, or not as expected. */
export async function openRedisBus(options: RedisBusOptions): Promise<Bus> {
  const nodeId = `${options.nodeId}-${randomBytes(4).toString('hex')}`
  const runSafely = createErrorBoundary(options.log)
  const { subscribe, deliver } = createBusChannels(nodeId, { runSafely, log: options.log })
  const { watchers, notify } = createWatchers(runSafely)
  const { start, writer, peers, isAlive, close } = createBusNode({
    ...options,
    nodeId,
    watcher: notify,
    deliver: (channel, text, from) => runSafely(() => deliver(channel, JSON.parse(text), from)),
  })
  await start()
  let isClosed = false
  return {
    nodeId,
    publish: async ({ name }, event) => {
      if (isClosed) throw new Error('The bus is closed.')
      // Queue it first: a local subscriber may publish another message, which must come later on every node.
      writer.send(name, JSON.stringify(event))
      deliver(name, event, nodeId)
    },
    whenSent: writer.whenSent,
    subscribe,
    watch: (watcher) => {
      watchers.add(watcher)
      for (const peer of peers.aliveNodeIds()) watcher.onNodeJoined?.(peer)
      return () => watchers.delete(watcher)
    },
    isAlive: async () => !isClosed && isAlive(),
    takeToken: writer.takeToken,
    close: async () => {
      if (isClosed) return
      isClosed = true
      await close()
    },
  }
}

interface BusNodeOptions extends RedisBusOptions {
  watcher: Required<BusWatcher>
  /** Delivers a peer's message; the text is JSON. */
  deliver(channel: string, text: string, from: string): void
}

/** Connects writer, stream reader, heartbeat and peer tracking of one node. */
function createBusNode(options: BusNodeOptions) {
  const { url, community, nodeId, log, watcher, clock = systemClock } = options
  const { heartbeatMs = 500, peerTimeoutMs = 3_000, maxQueuedMessages = 10_000 } = options
  // Three missed heartbeats: the bus is broken, or this node is too busy to read.
  const stallMs = 3 * heartbeatMs
  const failure = createFailureReason()
  const connection = { url, community, onError: failure.record }
  const skewMonitor = createClockSkewMonitor({ nodeId, log })
  const peers = createBusPeers({ nowMs: now(), peerTimeoutMs, stallMs, watcher })
  const writer = createBusWriter({ ...connection, nodeId, clock, maxQueuedMessages })
  const streamReader = createStreamReader({
    ...connection,
    waitMs: heartbeatMs,
    onMessage: (from, message) => {
      if (from !== nodeId && !peers.receive(from, message, now())) return
      skewMonitor.onMessage(from, message)
      if (from === nodeId) {
        recordLag(message, clock.now())
        return heartbeat.onEcho(message.number)
      }
      // A node that just joined learns of this one from the heartbeat.
      if (message.channel === '@hello') writer.sendHeartbeat()
      if (!message.channel.startsWith('@')) options.deliver(message.channel, message.text, from)
    },
    onCaughtUp: () => peers.onCaughtUp(now()),
    log,
  })
  const heartbeat = createBusHeartbeat({
    staleMs: stallMs,
    now,
    isConnected: () => writer.isConnected() && streamReader.isConnected(),
    onChange: (isAlive) => recordConnectivityChange(log, isAlive, failure.reason()),
  })
  let heartbeatTimer: NodeJS.Timeout | undefined

  const join = async (): Promise<true> => {
    await streamReader.start()
    writer.sendSignal('@hello')
    await heartbeat.firstEcho
    return true
  }
  const start = async (): Promise<void> => {
    const hasJoined = await waitForFirstEcho(options, failure, join())
    if (!hasJoined) {
      for (const part of [writer, streamReader]) part.close()
      throw configError('BUS_URL', `can't use Redis or Valkey at ${new URL(url).host} (${failure.reason()}).`)
    }
    heartbeatTimer = setInterval(() => {
      writer.sendHeartbeat()
      heartbeat.poll()
      const dropped = heartbeat.isAlive() ? writer.takeDroppedCount() : 0
      if (dropped > 0) log(`Dropped ${dropped} messages to other nodes: the bus queue was full.`)
    }, heartbeatMs).unref()
  }
  const close = async (): Promise<void> => {
    clearInterval(heartbeatTimer)
    streamReader.close()
    writer.sendSignal('@bye')
    await writer.flush()
    writer.close()
  }
  return { start, writer, peers, isAlive: heartbeat.isAlive, close }
}

/** Records the last error. `permanentFailure` resolves when retries are pointless, as with a wrong password. */
function createFailureReason() {
  let reason = 'no response'
  let resolvePermanentFailure = (): void => {}
  const permanentFailure = new Promise<null>((resolve) => {
    resolvePermanentFailure = () => resolve(null)
  })
  return {
    permanentFailure,
    reason: () => reason,
    record: (next: string): void => {
      reason = next
      if (/^(NOAUTH|WRONGPASS|NOPERM)|isn't supported/.test(next)) resolvePermanentFailure()
    },
  }
}

/** Waits for the first echo, and logs that it waits. Returns null on timeout or a permanent failure. */
async function waitForFirstEcho(
  { log, startTimeoutMs = 5_000 }: RedisBusOptions,
  failure: ReturnType<typeof createFailureReason>,
  joining: Promise<true>,
): Promise<true | null> {
  const waitLogTimer = setInterval(() => log(`Waiting for the bus (${failure.reason()}).`), logWaitingEveryMs)
  const result = await resolveWithin(startTimeoutMs, Promise.race([joining, failure.permanentFailure]))
  clearInterval(waitLogTimer)
  return result
}

function recordConnectivityChange(log: RedisBusOptions['log'], isAlive: boolean, reason: string): void {
  counters.busChanges += 1
  log(isAlive ? 'The bus is connected again.' : `The bus is unavailable (${reason}).`)
}

/** Records how long a heartbeat, whose text is its send time, took through Redis. */
function recordLag({ channel, text }: { channel: string; text: string }, nowMs: number): void {
  if (channel === '@beat') counters.busLagSecondsNow = Math.max(0, nowMs - Number(text)) / 1_000
}

function createWatchers(runSafely: (run: () => void) => void) {
  const watchers = new Set<BusWatcher>()
  const notifyAll = (send: (watcher: BusWatcher) => void): void => {
    for (const watcher of watchers) runSafely(() => send(watcher))
  }
  const notify: Required<BusWatcher> = {
    onNodeJoined: (nodeId) => notifyAll((watcher) => watcher.onNodeJoined?.(nodeId)),
    onNodeLeft: (nodeId) => notifyAll((watcher) => watcher.onNodeLeft?.(nodeId)),
    onMessagesMissed: (nodeId) => {
      counters.busGaps += 1
      notifyAll((watcher) => watcher.onMessagesMissed?.(nodeId))
    },
  }
  return { watchers, notify }
}

export interface BusHeartbeat {
  /** Resolves at the first echo. */
  readonly firstEcho: Promise<void>
  /** Called when the stream reader receives one of this node's own entries. */
  onEcho(number: number): void
  isAlive(): boolean
  /** Call often: reports once when the bus is lost and once when it is back. */
  poll(): void
}

interface BusHeartbeatOptions {
  /** Maximum time until the next of this node's messages is echoed. */
  staleMs: number
  now(): number
  isConnected(): boolean
  onChange(isAlive: boolean): void
}

/** Follows this node's own messages from Redis: whether the bus is alive and the other nodes receive them. */
export function createBusHeartbeat({
  staleMs,
  now,
  isConnected,
  onChange,
}: BusHeartbeatOptions): BusHeartbeat {
  let echoAtMs = now()
  let echoNumber = 0
  let polledAtMs = now()
  let stalledAtMs = 0
  let wasAlive = true
  let resolveFirstEcho = (): void => {}
  const firstEcho = new Promise<void>((resolve) => {
    resolveFirstEcho = resolve
  })
  const isAlive = (): boolean => isConnected() && now() - Math.max(echoAtMs, stalledAtMs) < staleMs
  return {
    firstEcho,
    onEcho: (number) => {
      if (number <= echoNumber) return
      if (echoNumber === 0) resolveFirstEcho()
      echoNumber = number
      echoAtMs = now()
    },
    isAlive,
    poll: () => {
      // The event loop was blocked, so pending entries haven't been read yet: no sign that the bus is down.
      if (now() - polledAtMs >= staleMs) stalledAtMs = now()
      polledAtMs = now()
      if (isAlive() === wasAlive) return
      wasAlive = !wasAlive
      onChange(wasAlive)
    },
  }
}
