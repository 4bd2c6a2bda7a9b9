// Does together what comes in together: for small writes that many people make at the same moment.
import { setTimeout as sleep } from 'node:timers/promises'

interface BatcherOptions<Item, Result> {
  /** Most items that are done together. */
  max: number
  /** Most items that wait; more of them aren't kept waiting, and go alone. */
  waitingMax: number
  /** How long more are awaited after several came together; a crowd that comes by the second is few batches so. */
  restMs: number
  /**
   * Does items in the order in which they came; the result of each, or null for one that has to go alone. Should it
   * fail, all of them go alone, so to do one of them again must do no harm.
   */
  together(items: readonly Item[]): Promise<readonly (Result | null)[]>
  alone(item: Item): Promise<Result>
  /** Hears why `together` failed; should it fail itself, nobody waits for that. */
  failed(error: unknown): void
}

interface QueuedItem<Item, Result> {
  item: Item
  settle(result: Result | Promise<Result>): void
}

/**
 * Answers a function that does an item and answers its result. The first one begins at once; whatever comes while it is
 * at work is done together after it. Whoever comes alone waits for nobody, and nothing that goes alone keeps the next
 * ones waiting.
 */
export function createBatcher<Item, Result extends object>(
  options: BatcherOptions<Item, Result>,
): (item: Item) => Promise<Result> {
  const { max, waitingMax, restMs, together, alone, failed } = options
  const waiting: QueuedItem<Item, Result>[] = []
  let isAtWork = false

  const goAlone = async (item: Item) => alone(item)
  const tryTogether = async (items: readonly Item[]) => {
    try {
      return await together(items)
    } catch (error) {
      void Promise.resolve(error)
        .then(failed)
        .catch(() => undefined)
      return []
    }
  }
  const work = async () => {
    isAtWork = true
    while (waiting.length > 0) {
      const batch = waiting.splice(0, max)
      const results = await tryTogether(batch.map(({ item }) => item))
      for (const [index, { item, settle }] of batch.entries()) settle(results[index] ?? goAlone(item))
      if (batch.length > 1 && waiting.length < max) await sleep(restMs)
    }
    isAtWork = false
  }

  return (item) => {
    if (waiting.length >= waitingMax) return goAlone(item)
    return new Promise((settle) => {
      waiting.push({ item, settle })
      if (!isAtWork) void work()
    })
  }
}
