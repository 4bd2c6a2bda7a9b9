// Logs rejected requests for security, throttled, so that clients can't fill the disk.
import type { Platform } from '../context.ts'
import { createThrottle } from '../async/throttle.ts'

const logEveryMs = 10_000

/** Rejections with the same fields are throttled together. */
interface RejectedRequest {
  code: string
  status: number
  /** Method and route, such as 'GET /api/admin/users'. */
  route: string
  /** The member's id, or the network of an anonymous client. */
  client: number | string
}

const eventsByStatus: Readonly<Record<number, string>> = {
  401: 'refused',
  403: 'refused',
  429: 'limited',
  503: 'overloaded',
}

/**
 * Logs a rejection by 401, 403, 429 or 503, unless the same one was logged in the last ten seconds. A 503 is
 * throttled for all clients together, as an overloaded node rejects everyone.
 */
export function createRejectedRequestLog(
  message: string,
): (log: Pick<Platform['log'], 'warn'>, rejection: RejectedRequest, facts: () => object) => void {
  const throttle = createThrottle(logEveryMs)
  return (log, { code, status, route, client }, facts) => {
    const event = eventsByStatus[status]
    if (event === undefined) return
    const times = throttle(status === 503 ? `${code} ${route}` : `${code} ${route} ${client}`)
    if (times !== null) log.warn({ event, code, ...facts(), times }, message)
  }
}
