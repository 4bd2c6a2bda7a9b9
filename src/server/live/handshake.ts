// Upgrade handshake: the ordered checks before a WebSocket upgrade, and rejections as raw HTTP, with metrics and logs.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { addressKey } from '#server/addresses/address-info.ts'
import { isInRanges } from '#server/addresses/address-ranges.ts'
import { isAppError, appError, addressBannedError, type AppError } from '#server/app-error.ts'
import { createKeyCounts } from '#server/async/key-counts.ts'
import { bannedError } from '#server/banned-error.ts'
import type { BannedAddresses, Caller, CallerWith, Platform, CallerSessions } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db/database.ts'
import { clientAddress } from '#server/http/client-address.ts'
import type { GuardName } from '#server/http/guards.ts'
import type { RateLimiter } from '#server/http/rate-limit.ts'
import { createRejectedRequestLog } from '#server/http/request-metrics.ts'
import { sessionTokenOf } from '#server/http/session-cookie.ts'
import { isTrustedOrigin, badOriginError } from '#server/http/trusted-origins.ts'
import { networkForLog } from '#server/log.ts'
import { incrementCount, errorsByCode } from '#server/metrics/counters.ts'
import { can, deniedErrorCode } from '#shared/roles.ts'
import { affects } from '#shared/session-events.ts'
import { onSessionRevoked, type SessionRevocation } from './session-revocations.ts'

export interface HandshakeOptions {
  platform: Platform
  limiter: RateLimiter
  sessions: CallerSessions
  bannedAddresses: BannedAddresses
  enabledGuards: ReadonlySet<GuardName>
}

/** The authenticated caller of an upgrade. */
export interface AdmittedUpgrade {
  caller: CallerWith<'meditation.join'>
  exempt: boolean
  /** The persona that the page shows; null if not given. Only compared, never trusted. */
  shownPersona: string | null
  /** The version of the community that the page shows; null if not given. Only compared. */
  shownCommunity: string | null
}

const userRate = { perMinute: 30, burst: 30 }
const addressRate = { perMinute: 600, burst: 600 }
const socketsPerAddressMax = 2_000
const addressFullRetryMs = 10_000
const unavailableRetryMs = 2_000

/** Returns the check of an upgrade request; it rejects with an `AppError`. */
export function createHandshake(options: HandshakeOptions) {
  const { platform, limiter, enabledGuards } = options
  const { config } = platform
  const openByAddress = createKeyCounts()

  const assertRate = (key: string, size: { perMinute: number; burst: number }) => {
    const retryAfterMs = limiter.take(key, size)
    if (retryAfterMs > 0) throw appError('rate_limited', { retryAfterMs })
  }
  const checkAddress = (address: string, socket: Socket) => {
    const key = addressKey(address)
    assertRate(`live-upgrade:${key}`, addressRate)
    if (openByAddress.of(key) >= socketsPerAddressMax) {
      throw appError('unavailable', { retryAfterMs: addressFullRetryMs })
    }
    openByAddress.add(key, 1)
    socket.once('close', () => openByAddress.add(key, -1))
  }

  return async (request: IncomingMessage, socket: Socket): Promise<AdmittedUpgrade> => {
    const [path, query] = request.url?.split('?', 2) ?? []
    if (path !== '/ws') throw appError('not_found')
    const { origin, host, cookie } = request.headers
    const address = clientAddressOf(request, platform)
    const isTrusted = origin !== undefined && isTrustedOrigin(origin, host, config)
    if (!isTrusted && enabledGuards.has('origin')) throw badOriginError(origin, config)
    const exempt = isInRanges(address, config.limitsExempt)
    if (!exempt) checkAddress(address, socket)
    const caller = await authenticateUpgrade(options, sessionTokenOf(config, cookie), address)
    // Checked last: the address may have been banned while the caller was looked up.
    const reason = caller.persona === 'admin' ? null : options.bannedAddresses.reasonFor(address)
    if (reason !== null) throw addressBannedError(reason)
    checkPersona(caller, enabledGuards)
    if (caller.session === null || caller.user === null)
      throw new Error('A caller admitted to the live channel has no session.')
    if (!exempt) assertRate(`live-upgrade:user:${caller.user.id}`, userRate)
    const shown = new URLSearchParams(query)
    return {
      caller: { ...caller, session: caller.session, user: caller.user },
      exempt,
      shownPersona: shown.get('persona'),
      shownCommunity: shown.get('community'),
    }
  }
}

/**
 * Authenticates the caller. Also applies revocations published meanwhile, since this socket isn't registered yet.
 */
async function authenticateUpgrade(
  options: HandshakeOptions,
  token: string | null,
  address: string,
): Promise<Caller> {
  const revocations: SessionRevocation[] = []
  const stop = onSessionRevoked(options.platform.bus, (revocation) => revocations.push(revocation))
  try {
    const caller = await options.sessions.authenticate(token, address)
    const { session, user } = caller
    const identity = { sessionId: session?.id ?? 0, userId: user?.id ?? 0, uid: session?.uid ?? '' }
    const match = revocations.find((revocation) => affects(revocation)(identity))
    if (match?.type === 'banned') throw appError('banned', { reason: match.reason })
    if (match) throw appError('unauthenticated')
    return caller
  } finally {
    stop()
  }
}

function checkPersona({ persona, user }: Caller, enabledGuards: ReadonlySet<GuardName>): void {
  if (can(persona, 'meditation.join')) return
  const code = deniedErrorCode(persona)
  if (!enabledGuards.has(guardByErrorCode[code])) return
  throw code === 'banned' && user ? bannedError(user) : appError(code)
}

const guardByErrorCode = {
  unauthenticated: 'session',
  banned: 'ban',
  profile_incomplete: 'profile',
  forbidden: 'role',
} as const satisfies Record<ReturnType<typeof deniedErrorCode>, GuardName>

/** The client's address, behind trusted proxies. */
function clientAddressOf(request: IncomingMessage, { config }: Platform): string {
  const forwarded = request.headers['x-forwarded-for']
  return clientAddress(
    request.socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    config.trustedProxies,
  )
}

/** The `AppError` of an error; null for an unexpected one. */
export function upgradeErrorOf(error: unknown): AppError | null {
  if (isAppError(error)) return error
  return isDatabaseUnavailable(error) ? appError('unavailable', { retryAfterMs: unavailableRetryMs }) : null
}

/** Responds to an upgrade request with the error as JSON, and closes the socket. */
export function sendUpgradeError(socket: Socket, { errorResponse }: AppError, statusText: string): void {
  const body = JSON.stringify(errorResponse.body)
  const head = [
    `HTTP/1.1 ${errorResponse.status} ${statusText}`,
    'Connection: close',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  if (errorResponse.retryAfterMs !== null)
    head.push(`Retry-After: ${Math.ceil(errorResponse.retryAfterMs / 1000)}`)
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

const route = '/ws'

export function createRejectedUpgradeLog(
  platform: Platform,
): (request: IncomingMessage, error: AppError) => void {
  const logRejection = createRejectedRequestLog('WebSocket upgrade rejected.')
  return (request, { errorResponse: { status, body, logFields } }) => {
    const { code } = body
    incrementCount(errorsByCode, code)
    const network = networkForLog(clientAddressOf(request, platform))
    logRejection(platform.log, { code, status, route, client: network }, () => ({
      route,
      status,
      network,
      ...logFields,
    }))
  }
}
