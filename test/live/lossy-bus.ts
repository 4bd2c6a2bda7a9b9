// A bus connection that loses messages when a test wants it to, and reports the loss afterwards.
import type { Bus, BusWatcher } from '#server/bus/bus.ts'

export interface LossyBus extends Bus {
  /** Sets the chance, from 0 to 1, that a message of another node is lost here. */
  setLossRate(rate: number): void
  /** Stops the loss and notifies watchers that messages were lost. */
  heal(): void
  /**
   * Makes another node appear gone until the returned function is called; then it appears to have arrived again.
   */
  partition(nodeId: string): () => void
  /** Accepts messages without ever saying so, until the returned function is called. */
  holdSending(): () => void
  /** The number of messages lost so far. */
  lostCount(): number
}

/** Wraps a bus; `random` returns numbers from 0 to 1. */
export function createLossyBus(bus: Bus, random: () => number): LossyBus {
  const observers = new Set<BusWatcher>()
  const partitioned = new Set<string>()
  const peers = new Set<string>()
  bus.watch({ onNodeJoined: (nodeId) => peers.add(nodeId), onNodeLeft: (nodeId) => peers.delete(nodeId) })
  const isLost = (from: string) => from !== bus.nodeId && (partitioned.has(from) || random() < rate)
  let rate = 0
  let lost = 0
  let sending = Promise.resolve()
  return {
    ...bus,
    whenSent: () => sending,
    subscribe: (channel, listener) =>
      bus.subscribe(channel, (message, from) => {
        if (isLost(from)) lost += 1
        else listener(message, from)
      }),
    watch: (observer) => {
      observers.add(observer)
      const stop = bus.watch(observer)
      return () => {
        observers.delete(observer)
        stop()
      }
    },
    setLossRate: (newChance) => {
      rate = newChance
    },
    heal: () => {
      rate = 0
      for (const nodeId of peers) for (const observer of observers) observer.onMessagesMissed?.(nodeId)
    },
    partition: (nodeId) => {
      partitioned.add(nodeId)
      for (const observer of observers) observer.onNodeLeft?.(nodeId)
      // As after a silence: the node may have committed a change without publishing it.
      for (const observer of observers) observer.onMessagesMissed?.(nodeId)
      return () => {
        partitioned.delete(nodeId)
        for (const observer of observers) observer.onNodeJoined?.(nodeId)
      }
    },
    holdSending: () => {
      let letGo = () => {}
      sending = new Promise((resolve) => {
        letGo = resolve
      })
      return letGo
    },
    lostCount: () => lost,
  }
}
