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
  /** The number of messages lost so far. */
  lostCount(): number
}

/** Wraps a bus; `random` returns numbers from 0 to 1. */
export function createLossyBus(bus: Bus, random: () => number): LossyBus {
  const observers = new Set<BusWatcher>()
  const partitioned = new Set<string>()
  const isLost = (from: string) => from !== bus.nodeId && (partitioned.has(from) || random() < rate)
  let rate = 0
  let lost = 0
  return {
    ...bus,
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
      for (const observer of observers) observer.onMessagesMissed?.()
    },
    partition: (nodeId) => {
      partitioned.add(nodeId)
      for (const observer of observers) observer.onNodeLeft?.(nodeId)
      return () => {
        partitioned.delete(nodeId)
        for (const observer of observers) observer.onNodeJoined?.(nodeId)
      }
    },
    lostCount: () => lost,
  }
}
