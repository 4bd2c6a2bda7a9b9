// Rejected upgrades: counts them all, and logs those rejected for security reasons.
import type { IncomingMessage } from 'node:http'
import type { Platform } from '#server/context.ts'
import { incrementCount, errorsByCode } from '#server/metrics/counters.ts'
import { networkForLog } from '#server/log.ts'
import type { AppError } from '#server/app-error.ts'
import { createRejectedRequestLog } from '#server/http/rejected-request-log.ts'
import { clientAddressOf } from './handshake.ts'

const route = '/ws'

export function createRejectedUpgradeLog(
  platform: Platform,
): (request: IncomingMessage, error: AppError) => void {
  const logRejection = createRejectedRequestLog('WebSocket upgrade rejected.')
  return (request, { errorResponse: { status, body, logFacts } }) => {
    const { code } = body
    incrementCount(errorsByCode, code)
    const network = networkForLog(clientAddressOf(request, platform))
    logRejection(platform.log, { code, status, route, client: network }, () => ({
      route,
      status,
      network,
      ...logFacts,
    }))
  }
}
