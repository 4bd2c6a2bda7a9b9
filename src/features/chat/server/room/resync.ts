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
  onError(error: unknown): void
}

const doublingsMax = 4

/** Any number of requests during a read lead to one more read. */
export function createResync({ retryMs, read, onError }: ResyncOptions): Resync {
  let isRequested = false
  let isReading = false
  let isClosed = false
  let failures = 0
  let retryTimer: NodeJS.Timeout | null = null

  const startRead = async () => {
    isRequested = false
    isReading = true
    try {
      const applyResult = await read()
      failures = 0
      if (!isClosed) applyResult()
    } catch (error) {
      onError(error)
      isRequested = true
      failures += 1
    }
    isReading = false
    continueIfNeeded()
  }
  const continueIfNeeded = () => {
    if (!isRequested || isReading || isClosed || retryTimer !== null) return
    if (failures === 0) {
      void startRead()
      return
    }
    const waitMs = retryMs * 2 ** Math.min(failures - 1, doublingsMax)
    retryTimer = setTimeout(() => {
      retryTimer = null
      void startRead()
    }, waitMs)
  }

  return {
    request: () => {
      isRequested = true
      continueIfNeeded()
    },
    isPending: () => isRequested,
    isReading: () => isReading,
    close: () => {
      isClosed = true
      if (retryTimer !== null) clearTimeout(retryTimer)
    },
  }
}
