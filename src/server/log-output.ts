// Log output: asynchronous, ordered and lossy, as the logger's own stream blocks process exit on a full disk.
import { write, writeSync } from 'node:fs'
import { counters } from './metrics/counters.ts'

export interface LogOutput {
  write(line: string): void
  /** Writes the buffer synchronously, as far as possible; for the process's exit. */
  flush(): void
}

/** Buffer for a slow reader; further lines are dropped. */
const bufferMaxChars = 1024 * 1024
const retryMs = 50

/** Opens the output on a file descriptor. */
export function createLogOutput(fd: number): LogOutput {
  let waiting: string[] = []
  let waitingChars = 0
  let isWriting = false
  let unwritten: Buffer | null = null

  const writeNext = (): void => {
    if (unwritten === null) {
      if (waiting.length === 0) {
        isWriting = false
        return
      }
      unwritten = Buffer.from(waiting.join(''))
      waiting = []
      waitingChars = 0
    }
    isWriting = true
    const chunk = unwritten
    write(fd, chunk, (error, written) => {
      if (error && (error.code === 'EAGAIN' || error.code === 'EBUSY')) {
        setTimeout(writeNext, retryMs).unref()
        return
      }
      if (error) counters.logLinesLost += countLines(chunk)
      // `flush` has already written the rest.
      if (unwritten === chunk) unwritten = error || written === chunk.length ? null : chunk.subarray(written)
      writeNext()
    })
  }

  return {
    write: (line) => {
      if (waitingChars + line.length > bufferMaxChars) {
        counters.logLinesLost += 1
        return
      }
      waiting.push(line)
      waitingChars += line.length
      if (!isWriting) writeNext()
    },
    flush: () => {
      // The piece being written may appear twice, which is better than losing it.
      const rest = Buffer.concat([unwritten ?? Buffer.alloc(0), Buffer.from(waiting.join(''))])
      unwritten = null
      waiting = []
      waitingChars = 0
      try {
        for (let at = 0; at < rest.length;) at += writeSync(fd, rest, at)
      } catch {
        counters.logLinesLost += countLines(rest)
      }
    },
  }
}

function countLines(chunk: Buffer): number {
  let lines = 0
  for (const byte of chunk) if (byte === 10) lines += 1
  return lines
}
