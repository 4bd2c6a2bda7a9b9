// Says in the log who was kept out for safety's sake: the same once in a while, so that nobody fills a disk by it.
import type { Platform } from './context.ts'
import { createThrottle } from './throttle.ts'

const sayEveryMs = 10_000

/** What makes two refusals the same. */
interface Refused {
  code: string
  status: number
  /** Where, such as 'GET /api/admin/users'. */
  where: string
  /** The number of a member, or the network that a stranger came from. */
  who: number | string
}

/** Says a refusal by 401, 403 or 429 with its facts, unless the same was said in the last ten seconds. */
export function createRefusalLog(
  sentence: string,
): (log: Pick<Platform['log'], 'warn'>, refused: Refused, facts: () => object) => void {
  const throttle = createThrottle(sayEveryMs)
  return (log, { code, status, where, who }, facts) => {
    if (status !== 401 && status !== 403 && status !== 429) return
    const times = throttle(`${code} ${where} ${who}`)
    if (times === null) return
    log.warn({ event: status === 429 ? 'limited' : 'refused', code, ...facts(), times }, sentence)
  }
}
