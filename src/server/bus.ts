// The message bus between the nodes of one community, as an interface, and the one inside a single process.

type Listener = (message: unknown) => void

export interface Bus {
  /** Sends a JSON value to every subscriber of the channel, on every node, this one included. */
  publish(channel: string, message: unknown): Promise<void>
  /** Listens on a channel until the returned function is called. */
  subscribe(channel: string, listener: Listener): () => void
  isAlive(): Promise<boolean>
  close(): Promise<void>
}

/** The bus of a community that runs in one process. Subscribers are called in the order of publishing. */
export function createInProcessBus(): Bus {
  const channels = new Map<string, Set<Listener>>()
  let open = true
  return {
    publish: async (channel, message) => {
      if (!open) throw new Error('The bus is closed.')
      for (const listener of channels.get(channel) ?? []) listener(message)
    },
    subscribe: (channel, listener) => {
      const listeners = channels.get(channel) ?? new Set()
      channels.set(channel, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && channels.get(channel) === listeners) channels.delete(channel)
      }
    },
    isAlive: async () => open,
    close: async () => {
      open = false
      channels.clear()
    },
  }
}
