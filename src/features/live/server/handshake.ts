// Who may open a socket: everything that is checked before the upgrade, in its order, and the refusal as raw HTTP.
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { can, refusalFor } from '#shared/roles.ts'
import { meantBy } from '#features/auth/session-news.ts'
import { addressKey, clientAddress, isInRanges } from '#server/client-address.ts'
import type { BannedAddresses, Caller, CallerWith, Platform, Sessions } from '#server/context.ts'
import { isDatabaseUnavailable } from '#server/db.ts'
import type { GuardName } from '#server/guards.ts'
import { createKeyCounts } from '#server/key-counts.ts'
import type { RateLimiter } from '#server/rate-limit.ts'
import { isRefusal, refuse, refuseAddress, type Refusal } from '#server/refusal.ts'
import { sessionTokenOf } from '#server/session-cookie.ts'
import { isTrustedOrigin, refuseOrigin } from '#server/trusted-origins.ts'
import { onEnding, type Ending } from './endings.ts'

export interface HandshakeOptions {
  platform: Platform
  limiter: RateLimiter
  sessions: Sessions
  bannedAddresses: BannedAddresses
  letPass: ReadonlySet<GuardName>
}

/** Who comes in, and whether their address is free of limits. */
export interface Admitted {
  caller: CallerWith<'meditation.join'>
  exempt: boolean
  /** The persona that the page shows its member as; null where it doesn't say. Only compared, never believed. */
  shownPersona: string | null
}

const perUser = { perMinute: 30, burst: 30 }
const perAddress = { perMinute: 600, burst: 600 }
const socketsPerAddressMax = 2_000
const crowdedRetryMs = 10_000
const unavailableRetryMs = 2_000

/** The check of an upgrade request; rejects with the refusal. */
export function createHandshake(options: HandshakeOptions) {
  const { platform, limiter, letPass } = options
  const { config } = platform
  const openByAddress = createKeyCounts()

  const takeToken = (key: string, size: { perMinute: number; burst: number }) => {
    const retryAfterMs = limiter.take(key, size)
    if (retryAfterMs > 0) throw refuse('rate_limited', { retryAfterMs })
  }
  const checkAddress = (address: string, socket: Socket) => {
    const key = addressKey(address)
    takeToken(`live-upgrade:${key}`, perAddress)
    if (openByAddress.of(key) >= socketsPerAddressMax) {
      throw refuse('unavailable', { retryAfterMs: crowdedRetryMs })
    }
    openByAddress.add(key, 1)
    socket.once('close', () => openByAddress.add(key, -1))
  }

  return async (request: IncomingMessage, socket: Socket): Promise<Admitted> => {
    const [path, query] = request.url?.split('?', 2) ?? []
    if (path !== '/ws') throw refuse('not_found')
    const { origin, host, cookie } = request.headers
    const address = addressOf(request, platform)
    const isOurs = origin !== undefined && isTrustedOrigin(origin, host, config)
    if (!isOurs && !letPass.has('origin')) throw refuseOrigin(origin, config)
    const exempt = isInRanges(address, config.limitsExempt)
    if (!exempt) checkAddress(address, socket)
    const caller = await stillValid(options, sessionTokenOf(config, cookie), address)
    // Asked last: it may have been banned while the caller was looked up.
    const reason = caller.persona === 'admin' ? null : options.bannedAddresses.reasonFor(address)
    if (reason !== null) throw refuseAddress(reason)
    checkPersona(caller, letPass)
    if (caller.session === null || caller.user === null) throw new Error('A socket is never anonymous.')
    if (!exempt) takeToken(`live-upgrade:user:${caller.user.id}`, perUser)
    const shownPersona = new URLSearchParams(query).get('persona')
    return { caller: { ...caller, session: caller.session, user: caller.user }, exempt, shownPersona }
  }
}

/** Asks who calls; what the bus says meanwhile counts as well, since nobody listens for this socket yet. */
async function stillValid(options: HandshakeOptions, token: string | null, address: string): Promise<Caller> {
  const endings: Ending[] = []
  const stop = onEnding(options.platform.bus, (ending) => endings.push(ending))
  try {
    const caller = await options.sessions.authenticate(token, address)
    const { session, user } = caller
    const whose = { sessionId: session?.id ?? 0, userId: user?.id ?? 0, uid: session?.uid ?? '' }
    const ending = endings.find((candidate) => meantBy(candidate)(whose))
    if (ending?.type === 'banned') throw refuse('banned', { reason: ending.reason })
    if (ending) throw refuse('unauthenticated')
    return caller
  } finally {
    stop()
  }
}

function checkPersona({ persona, user }: Caller, letPass: ReadonlySet<GuardName>): void {
  if (can(persona, 'meditation.join')) return
  const code = refusalFor(persona)
  if (letPass.has(guardOf[code])) return
  throw code === 'banned' ? refuse(code, { reason: user?.bannedReason ?? '' }) : refuse(code)
}

const guardOf = {
  unauthenticated: 'session',
  banned: 'ban',
  profile_incomplete: 'profile',
  forbidden: 'role',
} as const satisfies Record<ReturnType<typeof refusalFor>, GuardName>

/** Whose address it comes from, behind trusted proxies. */
export function addressOf(request: IncomingMessage, { config }: Platform): string {
  const forwarded = request.headers['x-forwarded-for']
  return clientAddress(
    request.socket.remoteAddress,
    Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
    config.trustedProxies,
  )
}

/** The refusal that an error stands for; null for a fault of our own. */
export function refusalOf(error: unknown): Refusal | null {
  if (isRefusal(error)) return error
  return isDatabaseUnavailable(error) ? refuse('unavailable', { retryAfterMs: unavailableRetryMs }) : null
}

/** Answers an upgrade request with the refusal, as JSON, and hangs up. */
export function answerRefusal(socket: Socket, { refusal }: Refusal, statusText: string): void {
  const body = JSON.stringify(refusal.body)
  const head = [
    `HTTP/1.1 ${refusal.status} ${statusText}`,
    'Connection: close',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ]
  if (refusal.retryAfterMs !== null) head.push(`Retry-After: ${Math.ceil(refusal.retryAfterMs / 1000)}`)
  socket.once('finish', () => socket.destroy())
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
