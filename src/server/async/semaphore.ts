// Semaphore: limits concurrent expensive work, queues the excess, and rejects when the queue is full.
import { addressKey, networkKey } from '../addresses/address-info.ts'
import { appError } from '../app-error.ts'
import { counters } from '../metrics/counters.ts'
import { createFairQueue } from './fair-queue.ts'

/** The client for whom work is done. */
export interface QueueClient {
  /** Busy addresses wait behind occasional ones. */
  address: string
  /** Aborted once the client has its response or is gone: work that still waits is then discarded (T74). */
  signal?: AbortSignal
}

interface Semaphore {
  /** Runs the work when a permit is free; throws `unavailable` if the queue is full or the client's signal aborts. */
  run<Result>(work: () => Promise<Result>, client?: QueueClient): Promise<Result>
}

interface QueuedTask {
  start(): void
  reject(): void
}

const overloadRetryMs = 2_000
const overloadError = () => appError('unavailable', { retryAfterMs: overloadRetryMs })

/** Queues fairly by address, with `atOnce` permits and at most `waitingMax` waiting. */
export function createSemaphore({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Semaphore {
  const waiting = createFairQueue<QueuedTask>(waitingMax)
  let free = atOnce

  const wait = async ({ address, signal }: QueueClient): Promise<void> => {
    counters.semaphoreWaitingNow += 1
    const source = { network: networkKey(address), address: addressKey(address) }
    let leave = (): void => undefined
    try {
      await new Promise<void>((resolve, reject) => {
        const task = { start: resolve, reject: () => reject(overloadError()) }
        leave = () => {
          waiting.delete(task, source)
          task.reject()
        }
        signal?.addEventListener('abort', leave)
        waiting.push(task, source)?.reject()
      })
    } finally {
      signal?.removeEventListener('abort', leave)
      counters.semaphoreWaitingNow -= 1
    }
  }

  // A permit passes directly to the next in the queue, so a newcomer can't take it.
  const release = (): void => {
    const next = waiting.shift()
    if (next) next.start()
    else free += 1
  }

  return {
    run: async (work, client = { address: '' }) => {
      if (client.signal?.aborted) throw overloadError()
      if (free > 0) free -= 1
      else await wait(client)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
