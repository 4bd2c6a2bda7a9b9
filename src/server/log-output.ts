// Where the log goes: written behind the work, one piece after the other, and lost where nobody takes it. The logger's
// own stream waits for ever, at the end of the process, for a disk that is full.
import { write, writeSync } from 'node:fs'
import { counters } from './metrics/counters.ts'

export interface LogOutput {
  write(line: string): void
  /** Writes what still waits, at once, as far as it is taken; for the end of the process. */
  flush(): void
}

/** Lines that wait for a slow reader; what comes on top of them is lost. */
const bufferMaxChars = 1024 * 1024
const retryMs = 50

/** Opens the output on a file descriptor. */
export function createLogOutput(fd: number): LogOutput {
  let waiting: string[] = []
  let waitingChars = 0
  let isWriting = false
  let left: Buffer | null = null

  const next = (): void => {
    if (left === null) {
      if (waiting.length === 0) {
        isWriting = false
        return
      }
      left = Buffer.from(waiting.join(''))
      waiting = []
      waitingChars = 0
    }
    isWriting = true
    const piece = left
    write(fd, piece, (error, written) => {
      if (error && (error.code === 'EAGAIN' || error.code === 'EBUSY')) {
        setTimeout(next, retryMs).unref()
        return
      }
      if (error) counters.logLinesLost += countLines(piece)
      // After `flush` there is nothing left of it.
      if (left === piece) left = error || written === piece.length ? null : piece.subarray(written)
      next()
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
      if (!isWriting) next()
    },
    flush: () => {
      // What is being written may come twice: better than not at all.
      const rest = Buffer.concat([left ?? Buffer.alloc(0), Buffer.from(waiting.join(''))])
      left = null
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

function countLines(piece: Buffer): number {
  let lines = 0
  for (const byte of piece) if (byte === 10) lines += 1
  return lines
}
