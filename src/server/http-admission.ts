// Whether a request may reach its handler: the address, the guards and the limits, before anything of the body is read.
import type { FastifyRequest, onRequestHookHandler } from 'fastify'
import { jsonMaxBytes, type Endpoint, type RateLimit } from '#shared/endpoint.ts'
import { addressKey } from './client-address.ts'
import type { BannedAddresses, Caller, Platform, CallerSessions } from './context.ts'
import { createGuardChain, type GuardName } from './guards.ts'
import { requestHook } from './http-request-hook.ts'
import type { BucketSize, RateLimiter } from './rate-limit.ts'
import { appError, addressBannedError } from './app-error.ts'
import { sessionTokenOf } from './session-cookie.ts'
import { badOriginError } from './trusted-origins.ts'

export interface AdmissionOptions {
  platform: Platform
  limiter: RateLimiter
  authenticate: CallerSessions['authenticate']
  bannedAddresses: Pick<BannedAddresses, 'reasonFor'>
  /** Tests alone: guards that let everything pass, to see the tests go red without them. */
  letPass?: ReadonlySet<GuardName>
}

/** Takes a token of a limit for a request; refuses with `rate_limited` when there is none. */
export type EnforceRateLimit = (
  request: Pick<FastifyRequest, 'isExempt'>,
  key: string,
  size: BucketSize,
) => void

const callerAllPerMinute = { perMinute: 600, burst: 200 }
const addressAllPerMinute = { perMinute: 3_000, burst: 3_000 }
// Whoever opens the room for the first time asks for a page and some fifty pictures, and a community may share an address.
const addressReadsPerMinute = { perMinute: 12_000, burst: 12_000 }

/** Takes tokens, of everybody whom the settings don't exempt. */
export function createEnforceRateLimit(limiter: RateLimiter): EnforceRateLimit {
  return ({ isExempt }, key, size) => {
    if (isExempt) return
    const retryAfterMs = limiter.take(key, size)
    if (retryAfterMs > 0) throw appError('rate_limited', { retryAfterMs })
  }
}

/**
 * Keeps banned addresses out, and counts the others. An administrator with a session gets in from anywhere; a session
 * is looked up only as often as the limit lets it.
 */
export function createAddressAdmission(options: AdmissionOptions, takeToken: EnforceRateLimit) {
  const { platform, authenticate, bannedAddresses } = options
  const admitAdmin = async (token: string | null, address: string, reason: string): Promise<void> => {
    if ((await authenticate(token, address)).persona !== 'admin') throw addressBannedError(reason)
  }
  return (request: FastifyRequest): void | Promise<void> => {
    const { address } = request
    const reason = bannedAddresses.reasonFor(address)
    const token = reason === null ? null : sessionTokenOf(platform.config, request.headers.cookie)
    if (reason !== null && token === null) throw addressBannedError(reason)
    takeToken(request, `address:${addressKey(address)}`, addressAllPerMinute)
    return reason === null ? undefined : admitAdmin(token, address, reason)
  }
}

/** The hook of what is read without being a call, such as a picture from the database: so many for an address (T61). */
export function createReadLimitHook(takeToken: EnforceRateLimit): onRequestHookHandler {
  return requestHook((request) =>
    takeToken(request, `reads:${addressKey(request.address)}`, addressReadsPerMinute),
  )
}

/** The guards and limits of a call, in their fixed order. */
export function createCallerAdmission(
  options: AdmissionOptions,
  endpoint: Endpoint,
  takeToken: EnforceRateLimit,
) {
  const guard = createGuardChain(options.letPass ?? new Set())
  const { config } = options.platform
  const bucketsOf = (limits: readonly RateLimit[] = []) =>
    limits.map(({ per, perMinute, burst = perMinute, bucket }, index) => {
      return {
        per,
        name: bucket ?? `${endpoint.method} ${endpoint.path} ${index}`,
        size: { perMinute, burst },
      }
    })
  const ofAll = bucketsOf(endpoint.limits)
  const ofLarge = [...ofAll, ...bucketsOf(endpoint.largeBodyLimits)]
  return (caller: Caller, request: FastifyRequest): void => {
    const { headers } = request
    const { user } = caller
    if (user) takeToken(request, `all:${user.id}`, callerAllPerMinute)
    const code = guard({
      endpoint,
      caller,
      origin: headers.origin,
      host: headers.host,
      secFetchSite: firstHeaderValue(headers['sec-fetch-site']),
      claimedUid: firstHeaderValue(headers['firebase-uid']),
      originRules: config,
    })
    if (code === 'banned') throw appError('banned', { reason: user?.bannedReason ?? '' })
    if (code === 'bad_origin') throw badOriginError(headers.origin, config)
    if (code !== null) throw appError(code)
    const limits = ofLarge.length > ofAll.length && isLargeBody(headers) ? ofLarge : ofAll
    for (const { per, name, size } of limits) takeToken(request, rateLimitKey(name, per, caller), size)
  }
}

/** The key of a limit's bucket, of whoever calls. */
export function rateLimitKey(
  bucket: string,
  per: RateLimit['per'],
  { session, address }: Pick<Caller, 'session' | 'address'>,
): string {
  return `${bucket} ${per === 'caller' && session ? `uid:${session.uid}` : addressKey(address)}`
}

/** One that doesn't say its length may be. */
function isLargeBody({ 'content-length': length }: FastifyRequest['headers']): boolean {
  return length === undefined || Number(length) > jsonMaxBytes
}

/** The value of a header that may have come more than once. */
export function firstHeaderValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}
