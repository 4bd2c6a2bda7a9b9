// Semaphore: limits concurrent expensive work, queues the excess, and rejects when the queue is full.
import { addressKey, networkKey } from '../http/client-address.ts'
import { counters } from '../metrics/counters.ts'
import { createFairQueue } from './fair-queue.ts'
import { appError } from '../app-error.ts'

interface Semaphore {
  /**
   * Runs the work when a slot is free; throws `unavailable` if the queue is full. With an `address`, busy clients
   * wait behind occasional ones.
   */
  run<Result>(work: () => Promise<Result>, address?: string): Promise<Result>
}

interface QueuedTask {
  start(): void
  reject(): void
}

const overloadRetryMs = 2_000

/** Queues fairly by address, with `atOnce` slots and at most `waitingMax` waiting. */
export function createSemaphore({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Semaphore {
  const waiting = createFairQueue<QueuedTask>(waitingMax)
  let free = atOnce

  const wait = async (address: string): Promise<void> => {
    counters.semaphoreWaitingNow += 1
    try {
      await new Promise<void>((resolve, reject) => {
        const task = {
          start: resolve,
          reject: () => reject(appError('unavailable', { retryAfterMs: overloadRetryMs })),
        }
        waiting.push(task, { network: networkKey(address), address: addressKey(address) })?.reject()
      })
    } finally {
      counters.semaphoreWaitingNow -= 1
    }
  }

  // A slot passes directly to the next in the queue, so a newcomer can't take it.
  const release = (): void => {
    const next = waiting.shift()
    if (next) next.start()
    else free += 1
  }

  return {
    run: async (work, address = '') => {
      if (free > 0) free -= 1
      else await wait(address)
      try {
        return await work()
      } finally {
        release()
      }
    },
  }
}
