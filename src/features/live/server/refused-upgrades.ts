// Notes whom the handshake kept out: by count, and by a line where that was for safety's sake.
import type { IncomingMessage } from 'node:http'
import type { Platform } from '#server/context.ts'
import { countIn, refusals } from '#server/counts.ts'
import { networkOf } from '#server/log.ts'
import type { Refusal } from '#server/refusal.ts'
import { createThrottle } from '#server/throttle.ts'
import { addressOf } from './handshake.ts'

const sayEveryMs = 10_000

export function createRefusedUpgrades(
  platform: Platform,
): (request: IncomingMessage, refused: Refusal) => void {
  const throttle = createThrottle(sayEveryMs)
  return (request, { refusal: { status, body } }) => {
    const { code } = body
    countIn(refusals, code)
    if (status !== 401 && status !== 403 && status !== 429) return
    const network = networkOf(addressOf(request, platform))
    const times = throttle(`${code} ${network}`)
    if (times === null) return
    const event = status === 429 ? 'limited' : 'refused'
    platform.log.warn({ event, code, route: '/ws', status, network, times }, 'A socket was refused.')
  }
}
