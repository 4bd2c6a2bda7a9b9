// Resync: reads and delivers what may have been missed, one read at a time, with retries until one succeeds.

export interface Resync {
  /** Requests a resync: a read starts now, or after the running one. */
  request(): void
  /** Whether a requested read hasn't started. */
  isPending(): boolean
  isReading(): boolean
  close(): void
}

interface ResyncOptions {
  /** Delay before retrying a failed read; it doubles with each further failure. */
  retryMs: number
  /** Reads, and returns a function that applies the result synchronously. */
  read(): Promise<() => void>
  failed(error: unknown): void
}

const doublingsMax = 4

/** Any number of requests during a read lead to one more read. */
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
    request: () => {
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
