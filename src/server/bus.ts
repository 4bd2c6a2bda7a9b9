// The message bus between the nodes of one community, as an interface, and the one inside a single process.

/** Hears a message and which node it is from. */
type Listener = (message: unknown, from: string) => void

/** What a node has to know of the others, and of its own end. */
export interface BusWatcher {
  /** A node is on the bus whose messages are heard from now on; those that are known to be there are told at once. */
  arrived?(nodeId: string): void
  /** A node has stopped or died, or can't be heard any more: nothing that it held is there. */
  gone?(nodeId: string): void
  /** Messages may have been missed, or never sent: what was built from them is to be read anew where the truth is. */
  missed?(): void
}

export interface Bus {
  /** This node's name on the bus; a process that starts again has another one. */
  readonly nodeId: string
  /**
   * Sends a JSON value to every subscriber of the channel, on every node. Those on this node have heard it when the
   * call returns; those on others hear this node's messages once each and in their order. It doesn't fail while the
   * bus is away: messages wait for it, and what can't wait any longer is `missed` on the other nodes. Nor does it fail
   * by what a subscriber throws: that is logged, and the others hear it still.
   */
  publish(channel: string, message: unknown): Promise<void>
  /** Listens on a channel until the returned function is called. */
  subscribe(channel: string, listener: Listener): () => void
  /** Watches the other nodes until the returned function is called. */
  watch(watcher: BusWatcher): () => void
  isAlive(): Promise<boolean>
  close(): Promise<void>
}

interface BusEndpoint {
  hear(channel: string, message: unknown, from: string): void
  watchers: Set<BusWatcher>
}

/** A bus within one process: every end of it is a node. */
export interface BusHub {
  connect(nodeId: string): Bus
}

type Log = (line: string) => void

/** Where nobody reads a log, in tests, it is an error that nobody caught. */
const throwUncaught: Log = (line) =>
  queueMicrotask(() => {
    throw new Error(line)
  })

/** Makes a bus without nodes. Subscribers are called in the order of publishing. */
export function createBusHub(log: Log = throwUncaught): BusHub {
  const ends = new Map<string, BusEndpoint>()
  const guarded = createErrorBoundary(log)
  const tellOthers = (nodeId: string, tell: (watcher: BusWatcher) => void) => {
    for (const [id, { watchers }] of ends)
      if (id !== nodeId) for (const watcher of watchers) guarded(() => tell(watcher))
  }
  return {
    connect: (nodeId) => {
      const { subscribe, hear } = createBusChannels(guarded)
      const watchers = new Set<BusWatcher>()
      ends.set(nodeId, { hear, watchers })
      tellOthers(nodeId, (watcher) => watcher.arrived?.(nodeId))
      return {
        nodeId,
        publish: async (channel, message) => {
          if (!ends.has(nodeId)) throw new Error('The bus is closed.')
          hear(channel, message, nodeId)
          for (const [id, end] of ends) if (id !== nodeId) end.hear(channel, message, nodeId)
        },
        subscribe,
        watch: (watcher) => {
          watchers.add(watcher)
          for (const id of ends.keys()) if (id !== nodeId) watcher.arrived?.(id)
          return () => watchers.delete(watcher)
        },
        isAlive: async () => ends.has(nodeId),
        close: async () => {
          if (!ends.delete(nodeId)) return
          tellOthers(nodeId, (watcher) => watcher.gone?.(nodeId))
        },
      }
    },
  }
}

/** The bus of a community that runs in one process. */
export function createInProcessBus(nodeId: string, log?: Log): Bus {
  return createBusHub(log).connect(nodeId)
}

type ErrorBoundary = (run: () => void) => void

/** Runs what is told to a subscriber or a watcher; what that throws is logged and goes no further. */
export function createErrorBoundary(log: Log): ErrorBoundary {
  return (run) => {
    try {
      run()
    } catch (error) {
      log(`What the bus said ended in an error: ${error instanceof Error ? error.stack : String(error)}`)
    }
  }
}

/** The subscribers of one end by their channels. */
export function createBusChannels(guarded: ErrorBoundary) {
  const channels = new Map<string, Set<Listener>>()
  return {
    hear: (channel: string, message: unknown, from: string): void => {
      for (const listener of channels.get(channel) ?? []) guarded(() => listener(message, from))
    },
    subscribe: (channel: string, listener: Listener): (() => void) => {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel)
      }
    },
  }
}
