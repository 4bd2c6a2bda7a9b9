// What a desk does after the server, or the line, has not taken a part of its stream.
import { isCallError } from '#web/call.ts'

/** Why nothing more is sent. */
export type StopReason = 'signed-out' | 'forbidden' | 'gone' | 'spoken-elsewhere' | 'ended' | 'too-early'

export type SendFailure =
  /** The same again, after so many milliseconds; null for the usual time. */
  | { kind: 'again'; afterMs: number | null }
  /** The server expects another number, or first bytes. */
  | { kind: 'resync' }
  /** The server takes this part never. */
  | { kind: 'skip' }
  | { kind: 'stop'; reason: StopReason }

const stopCodes: Readonly<Record<string, StopReason>> = {
  stream_not_yours: 'spoken-elsewhere',
  stream_ended: 'ended',
  stream_too_early: 'too-early',
}

const stopStatuses: Readonly<Record<number, StopReason>> = {
  401: 'signed-out',
  403: 'forbidden',
  404: 'gone',
}

const skipStatuses = [400, 413, 415]

/** Without a response, with one of a server that isn't well, and above the limit it is the same again. */
export function sendFailureOf(thrown: unknown): SendFailure {
  if (!isCallError(thrown)) return { kind: 'again', afterMs: null }
  const { status, errorBody, retryAfterMs = null } = thrown
  const code = errorBody?.code ?? ''
  const reason = stopCodes[code] ?? stopStatuses[status]
  if (reason !== undefined) return { kind: 'stop', reason }
  if (code === 'stream_gap') return { kind: 'resync' }
  return skipStatuses.includes(status) ? { kind: 'skip' } : { kind: 'again', afterMs: retryAfterMs }
}
