// Changed messages: tells this node's rooms which of their messages were brought back, folded or unfolded.

/** A message and the day of its room. */
export interface ChangedMessage {
  readonly id: number
  readonly day: string
}

export interface ChangedMessages {
  publish(message: ChangedMessage): void
  /** Calls `listener` with the ids of a day's messages, until the returned function is called. */
  subscribe(day: string, listener: (messageId: number) => void): () => void
}

export function createChangedMessages(): ChangedMessages {
  const listeners = new Set<(message: ChangedMessage) => void>()
  return {
    publish: (message) => {
      for (const listener of listeners) listener(message)
    },
    subscribe: (day, listener) => {
      const forDay = (message: ChangedMessage) => {
        if (message.day === day) listener(message.id)
      }
      listeners.add(forDay)
      return () => {
        listeners.delete(forDay)
      }
    },
  }
}
