// The message bus between a community's nodes: the interface, and the implementation inside one process.

import * as z from 'zod/mini'
import type { BusChannel } from '#shared/bus-events.ts'
import { createThrottle } from '../async/throttle.ts'

/** `from` is the sender's node id. */
type Listener<Event> = (event: Event, from: string) => void

/** Events of the peers and of this node's own connection. */
export interface BusWatcher {
  /** A peer joined; its messages are delivered from now on. Peers already known are reported at once. */
  onNodeJoined?(nodeId: string): void
  /** A peer stopped, died or became unreachable: its part of shared state is gone. */
  onNodeLeft?(nodeId: string): void
  /**
   * Messages of a peer, or some that it should have received, may have been lost: rebuild derived state from the
   * database. A peer that fell silent has left before, and may have committed a change without publishing it.
   */
  onMessagesMissed?(nodeId: string): void
}

/** A token bucket: its refill, and its capacity. */
export interface TokenBucket {
  perMinute: number
  burst: number
}

export interface Bus {
  /** This node's name on the bus; a restarted process has a new one. */
  readonly nodeId: string
  /**
   * Sends an event, as JSON, to every subscriber of the channel on every node. Local subscribers have run when the call
   * returns. Other nodes receive this node's messages in order and at most once. It doesn't fail while the bus is
   * down: messages are queued. If some are dropped, the other nodes' watchers get `onMessagesMissed`. A subscriber's
   * error is logged and doesn't affect the others.
   */
  publish<Event>(channel: BusChannel<Event>, event: NoInfer<Event>): Promise<void>
  /**
   * Resolves once the bus has accepted all that this node has published so far. Who publishes much at once waits for it,
   * so that a slow bus gets fewer messages instead of a growing queue.
   */
  whenSent(): Promise<void>
  /**
   * Returns the function that unsubscribes. Another node's event that doesn't match the channel's schema, such as one
   * of another version, is logged and dropped.
   */
  subscribe<Event>(channel: BusChannel<Event>, listener: Listener<Event>): () => void
  /** Returns the function that stops watching. */
  watch(watcher: BusWatcher): () => void
  isAlive(): Promise<boolean>
  /**
   * Takes a token of a bucket that all nodes share: 0, or the milliseconds until one is available. Rejects while the
   * bus can't be asked. Null within one process, which counts for itself.
   */
  readonly takeToken: ((key: string, bucket: TokenBucket) => Promise<number>) | null
  close(): Promise<void>
}

interface BusEndpoint {
  deliver(channel: string, message: unknown, from: string): void
  watchers: Set<BusWatcher>
}

/** A bus within one process; each connection acts as a node. */
export interface BusHub {
  connect(nodeId: string): Bus
}

type Log = (line: string) => void

/** For tests, which read no log: rethrows as an uncaught error. */
const throwUncaught: Log = (line) =>
  queueMicrotask(() => {
    throw new Error(line)
  })

/** Creates a bus without nodes. Subscribers run in the order of publishing. */
export function createBusHub(log: Log = throwUncaught): BusHub {
  const endpoints = new Map<string, BusEndpoint>()
  const runSafely = createErrorBoundary(log)
  const notifyOthers = (nodeId: string, notify: (watcher: BusWatcher) => void) => {
    for (const [id, { watchers }] of endpoints)
      if (id !== nodeId) for (const watcher of watchers) runSafely(() => notify(watcher))
  }
  return {
    connect: (nodeId) => {
      const { subscribe, deliver } = createBusChannels(nodeId, { runSafely, log })
      const watchers = new Set<BusWatcher>()
      endpoints.set(nodeId, { deliver, watchers })
      notifyOthers(nodeId, (watcher) => watcher.onNodeJoined?.(nodeId))
      return {
        nodeId,
        publish: async ({ name }, event) => {
          if (!endpoints.has(nodeId)) throw new Error('The bus is closed.')
          deliver(name, event, nodeId)
          for (const [id, end] of endpoints) if (id !== nodeId) end.deliver(name, event, nodeId)
        },
        whenSent: async () => {},
        subscribe,
        watch: (watcher) => {
          watchers.add(watcher)
          for (const id of endpoints.keys()) if (id !== nodeId) watcher.onNodeJoined?.(id)
          return () => watchers.delete(watcher)
        },
        isAlive: async () => endpoints.has(nodeId),
        takeToken: null,
        close: async () => {
          if (!endpoints.delete(nodeId)) return
          notifyOthers(nodeId, (watcher) => watcher.onNodeLeft?.(nodeId))
        },
      }
    },
  }
}

/** The bus of a community with a single process. */
export function createInProcessBus(nodeId: string, log?: Log): Bus {
  return createBusHub(log).connect(nodeId)
}

type ErrorBoundary = (run: () => void) => void

/** Runs a subscriber or watcher; logs its error and doesn't rethrow. */
export function createErrorBoundary(log: Log): ErrorBoundary {
  return (run) => {
    try {
      run()
    } catch (error) {
      log(`A bus subscriber failed: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
}

const logUnknownEveryMs = 60_000

type Delivery = (message: unknown, from: string) => void

/** The subscribers of one node by channel. This node's own events aren't checked again. */
export function createBusChannels(
  nodeId: string,
  { runSafely, log }: { runSafely: ErrorBoundary; log: Log },
) {
  const channels = new Map<string, Set<Delivery>>()
  const throttle = createThrottle(logUnknownEveryMs)
  const logUnknown = (channel: string, from: string, error: string) => {
    const count = throttle(channel)
    if (count !== null)
      log(`Dropped ${count} unknown events of channel ${channel}, from node ${from}: ${error}`)
  }
  return {
    deliver: (channel: string, message: unknown, from: string): void => {
      for (const receive of channels.get(channel) ?? []) runSafely(() => receive(message, from))
    },
    subscribe: <Event>({ name, schema }: BusChannel<Event>, listener: Listener<Event>): (() => void) => {
      const receive: Delivery = (message, from) => {
        const parsed =
          from === nodeId ? { success: true as const, data: message as Event } : z.safeParse(schema, message)
        if (parsed.success) listener(parsed.data, from)
        else logUnknown(name, from, z.prettifyError(parsed.error))
      }
      const receivers = channels.get(name) ?? new Set()
      channels.set(name, receivers.add(receive))
      return () => {
        receivers.delete(receive)
        if (receivers.size === 0 && channels.get(name) === receivers) channels.delete(name)
      }
    },
  }
}
