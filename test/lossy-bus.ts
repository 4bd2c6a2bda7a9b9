// A bus connection that loses messages when a test wants it to, and reports the loss afterwards.
import type { Bus, BusWatcher } from '#server/bus.ts'

export interface LossyBus extends Bus {
  /** Sets the chance, from 0 to 1, that a message of another node is lost here. */
  setLossRate(chance: number): void
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
  const watchers = new Set<BusWatcher>()
  const parted = new Set<string>()
  const isLost = (from: string) => from !== bus.nodeId && (parted.has(from) || random() < chance)
  let chance = 0
  let lost = 0
  return {
    ...bus,
    subscribe: (channel, listener) =>
      bus.subscribe(channel, (message, from) => {
        if (isLost(from)) lost += 1
        else listener(message, from)
      }),
    watch: (watcher) => {
      watchers.add(watcher)
      const stop = bus.watch(watcher)
      return () => {
        watchers.delete(watcher)
        stop()
      }
    },
    setLossRate: (newChance) => {
      chance = newChance
    },
    heal: () => {
      chance = 0
      for (const watcher of watchers) watcher.onMessagesMissed?.()
    },
    partition: (nodeId) => {
      parted.add(nodeId)
      for (const watcher of watchers) watcher.onNodeLeft?.(nodeId)
      return () => {
        parted.delete(nodeId)
        for (const watcher of watchers) watcher.onNodeJoined?.(nodeId)
      }
    },
    lostCount: () => lost,
  }
}
