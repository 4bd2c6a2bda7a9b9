// Lets only so many do a costly thing at a time, the others wait their turn, and a crowd is turned away.
import { addressKey, networkKey } from './client-address.ts'
import { counters } from './metrics/counters.ts'
import { createFairQueue } from './fair-queue.ts'
import { appError } from './app-error.ts'

interface Semaphore {
  /**
   * Does the work when it is its turn; refuses with `unavailable` when too many wait already. With the client's address
   * whoever asks often waits behind those who ask seldom.
   */
  take<Result>(work: () => Promise<Result>, address?: string): Promise<Result>
}

interface QueuedTask {
  begin(): void
  refuse(): void
}

const overloadRetryMs = 2_000

/** Turns in the order of asking, address by address, `atOnce` at a time, with at most `waitingMax` waiting. */
export function createSemaphore({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Semaphore {
  const waiting = createFairQueue<QueuedTask>(waitingMax)
  let free = atOnce

  const wait = async (address: string): Promise<void> => {
    counters.turnsWaitingNow += 1
    try {
      await new Promise<void>((resolve, reject) => {
        const one = {
          begin: resolve,
          refuse: () => reject(appError('unavailable', { retryAfterMs: overloadRetryMs })),
        }
        waiting.push(one, { network: networkKey(address), address: addressKey(address) })?.refuse()
      })
    } finally {
      counters.turnsWaitingNow -= 1
    }
  }

  // A turn is handed on, not given back: nobody who comes in between can take it.
  const end = (): void => {
    const next = waiting.shift()
    if (next) next.begin()
    else free += 1
  }

  return {
    take: async (work, address = '') => {
      if (free > 0) free -= 1
      else await wait(address)
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
