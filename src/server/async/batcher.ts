// Batcher: groups small concurrent writes into one statement.
import { setTimeout as sleep } from 'node:timers/promises'

interface BatcherOptions<Item, Result> {
  /** Batch size limit. */
  max: number
  /** Queue limit. Items above it run alone, at once. */
  waitingMax: number
  /**
   * Delay before the next batch after several items arrived together. A crowd arriving within a second then makes
   * few batches.
   */
  pauseMs: number
  /**
   * Runs items in arrival order. Returns the result of each, or null for one that must run alone. If it throws, all
   * items run alone, so repeating one must be harmless.
   */
  runBatch(items: readonly Item[]): Promise<readonly (Result | null)[]>
  runSingle(item: Item): Promise<Result>
  /** Called with the error of a failed `runBatch`. Its own errors don't block the queue. */
  onBatchFailed(error: unknown): void
}

interface QueuedItem<Item, Result> {
  item: Item
  settle(result: Result | Promise<Result>): void
}

/**
 * Returns a function that runs one item and returns its result. The first item starts at once; items that arrive
 * while it runs form the next batch. A single item never waits for others, and an item that runs alone never blocks
 * the next batch.
 */
export function createBatcher<Item, Result extends object>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { max, waitingMax, pauseMs, runBatch, runSingle, onBatchFailed } = options
  const waiting: QueuedItem<Item, Result>[] = []
  let isDraining = false

  const runAlone = async (item: Item) => runSingle(item)
  const tryBatch = async (items: readonly Item[]) => {
    try {
      return await runBatch(items)
    } catch (error) {
      void Promise.resolve(error)
        .then(onBatchFailed)
        .catch(() => undefined)
      return []
    }
  }
  const drain = async () => {
    isDraining = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, max)
      const results = await tryBatch(batch.map(({ item }) => item))
      for (const [index, { item, settle }] of batch.entries()) settle(results[index] ?? runAlone(item))
      if (batch.length > 1 && waiting.length < max) await sleep(pauseMs)
    }
    isDraining = false
  }

  return (item) => {
    if (waiting.length >= waitingMax) return runAlone(item)
    return new Promise((settle) => {
      waiting.push({ item, settle })
      if (!isDraining) void drain()
    })
  }
}
