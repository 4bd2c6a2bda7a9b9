// Lets only so many do a costly thing at a time, the others wait their turn, and a crowd is turned away.
import { counts } from './counts.ts'
import { refuse } from './refusal.ts'

interface Turns {
  /** Does the work when it is its turn; refuses with `unavailable` when too many wait already. */
  take<Result>(work: () => Promise<Result>): Promise<Result>
}

const crowdRetryMs = 2_000

/** Turns in the order of asking, `atOnce` at a time, with at most `waitingMax` waiting. */
export function createTurns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }): Turns {
  const waiting: (() => void)[] = []
  let free = atOnce

  const begin = async (): Promise<void> => {
    if (free > 0) {
      free -= 1
      return
    }
    if (waiting.length >= waitingMax) throw refuse('unavailable', { retryAfterMs: crowdRetryMs })
    counts.turnsWaitingNow += 1
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
    })
    counts.turnsWaitingNow -= 1
  }

  // A turn is handed on, not given back: nobody who comes in between can take it.
  const end = (): void => {
    const next = waiting.shift()
    if (next) next()
    else free += 1
  }

  return {
    take: async (work) => {
      await begin()
      try {
        return await work()
      } finally {
        end()
      }
    },
  }
}
