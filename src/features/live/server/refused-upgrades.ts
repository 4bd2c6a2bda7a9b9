// Notes whom the handshake kept out: by count, and by a line where that was for safety's sake.
import type { IncomingMessage } from 'node:http'
import type { Platform } from '#server/context.ts'
import { countIn, refusals } from '#server/counts.ts'
import { networkOf } from '#server/log.ts'
import type { Refusal } from '#server/refusal.ts'
import { createRefusalLog } from '#server/refusal-log.ts'
import { addressOf } from './handshake.ts'

const route = '/ws'

export function createRefusedUpgrades(
  platform: Platform,
): (request: IncomingMessage, refused: Refusal) => void {
  const say = createRefusalLog('A socket was refused.')
  return (request, { refusal: { status, body, logFacts } }) => {
    const { code } = body
    countIn(refusals, code)
    const network = networkOf(addressOf(request, platform))
    say(platform.log, { code, status, where: route, who: network }, () => ({
      route,
      status,
      network,
      ...logFacts,
    }))
  }
}
