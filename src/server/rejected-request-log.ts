// Says in the log who was kept out for safety's sake: the same once in a while, so that nobody fills a disk by it.
import type { Platform } from './context.ts'
import { createThrottle } from './throttle.ts'

const logEveryMs = 10_000

/** What makes two refusals the same. */
interface RejectedRequest {
  code: string
  status: number
  /** Where, such as 'GET /api/admin/users'. */
  where: string
  /** The number of a member, or the network that a stranger came from. */
  who: number | string
}

const eventsByStatus: Readonly<Record<number, string>> = {
  401: 'refused',
  403: 'refused',
  429: 'limited',
  503: 'overloaded',
}

/**
 * Says a refusal by 401, 403, 429 or 503 with its facts, unless the same was said in the last ten seconds. A node that is
 * overloaded refuses everybody, so that of a 503 it doesn't count whose it was.
 */
export function createRejectedRequestLog(
  sentence: string,
): (log: Pick<Platform['log'], 'warn'>, refused: RejectedRequest, facts: () => object) => void {
  const throttle = createThrottle(logEveryMs)
  return (log, { code, status, where, who }, facts) => {
    const event = eventsByStatus[status]
    if (event === undefined) return
    const times = throttle(status === 503 ? `${code} ${where}` : `${code} ${where} ${who}`)
    if (times !== null) log.warn({ event, code, ...facts(), times }, sentence)
  }
}
