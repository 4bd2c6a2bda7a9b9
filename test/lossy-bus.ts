// An end of a bus that loses messages while a test wants it to, and says so afterwards.
import type { Bus, BusWatcher } from '#server/bus.ts'

export interface LossyBus extends Bus {
  /** From now on what other nodes say is lost here with this chance, from 0 to 1. */
  lose(chance: number): void
  /** Nothing is lost any more, and whoever watches hears that something was. */
  heal(): void
  /** Another node counts as gone here, and isn't heard, until the answer is called: then it has arrived again. */
  part(nodeId: string): () => void
  /** How much was lost so far. */
  lost(): number
}

/** Wraps an end; `random` answers numbers from 0 to 1. */
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
    lose: (newChance) => {
      chance = newChance
    },
    heal: () => {
      chance = 0
      for (const watcher of watchers) watcher.missed?.()
    },
    part: (nodeId) => {
      parted.add(nodeId)
      for (const watcher of watchers) watcher.gone?.(nodeId)
      return () => {
        parted.delete(nodeId)
        for (const watcher of watchers) watcher.arrived?.(nodeId)
      }
    },
    lost: () => lost,
  }
}
