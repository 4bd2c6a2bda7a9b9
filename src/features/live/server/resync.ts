// A reading that makes good what may have been missed: one at a time, and made again until it succeeds.

export interface Resync {
  /** Something may have been missed up to now: a reading begins, or another one after the running one. */
  needed(): void
  /** Whether a reading is needed that hasn't begun. */
  isPending(): boolean
  isReading(): boolean
  close(): void
}

interface ResyncOptions {
  /** The wait after a reading that failed; it doubles with each further one. */
  retryMs: number
  /** Reads; answers what to do with it in the same instant. */
  read(): Promise<() => void>
  failed(error: unknown): void
}

const doublingsMax = 4

/** However often it is needed while it reads, one more reading follows. */
export function createResync({ retryMs, read, failed }: ResyncOptions): Resync {
  let isNeeded = false
  let isReading = false
  let isClosed = false
  let failures = 0
  let retry: NodeJS.Timeout | null = null

  const begin = async () => {
    isNeeded = false
    isReading = true
    try {
      const make = await read()
      failures = 0
      if (!isClosed) make()
    } catch (error) {
      failed(error)
      isNeeded = true
      failures += 1
    }
    isReading = false
    goOn()
  }
  const goOn = () => {
    if (!isNeeded || isReading || isClosed || retry !== null) return
    if (failures === 0) {
      void begin()
      return
    }
    const waitMs = retryMs * 2 ** Math.min(failures - 1, doublingsMax)
    retry = setTimeout(() => {
      retry = null
      void begin()
    }, waitMs)
  }

  return {
    needed: () => {
      isNeeded = true
      goOn()
    },
    isPending: () => isNeeded,
    isReading: () => isReading,
    close: () => {
      isClosed = true
      if (retry !== null) clearTimeout(retry)
    },
  }
}
