// Request admission: address, proxies, guards and rate limits, before the body is read.
import type { IncomingMessage } from 'node:http'
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { jsonMaxBytes, type CallOutcome, type Endpoint, type RateLimit } from '#shared/endpoint.ts'
import { addressKey } from '../addresses/address-info.ts'
import { isInRanges } from '../addresses/address-ranges.ts'
import { appError, addressBannedError } from '../app-error.ts'
import { createThrottle } from '../async/throttle.ts'
import { bannedError } from '../banned-error.ts'
import type { BannedAddresses, Caller, Platform, CallerSessions } from '../context.ts'
import { networkForLog } from '../log.ts'
import { clientAddress } from './client-address.ts'
import { createGuardChain, type GuardName } from './guards.ts'
import type { BucketSize, RateLimiter } from './rate-limit.ts'
import { sessionTokenOf } from './session-cookie.ts'
import type { SharedRateLimiter } from './shared-rate-limit.ts'
import { badOriginError } from './trusted-origins.ts'

export interface AdmissionOptions {
  platform: Platform
  limiter: RateLimiter
  authenticate: CallerSessions['authenticate']
  bannedAddresses: Pick<BannedAddresses, 'reasonFor'>
  /** All guards; fewer in tests that prove that a guard's tests fail without it. */
  enabledGuards: ReadonlySet<GuardName>
}

/** Takes a rate limit token for a request; throws `rate_limited` if none is left. */
export type EnforceRateLimit = (
  request: Pick<FastifyRequest, 'isExempt'>,
  key: string,
  size: BucketSize,
) => void

/** Does the same with a limit that all nodes count together. */
export type EnforceSharedRateLimit = (...input: Parameters<EnforceRateLimit>) => Promise<void>

const callerAllPerMinute = { perMinute: 600, burst: 200 }
const addressAllPerMinute = { perMinute: 3_000, burst: 3_000 }
// A first visit to the room requests a page and some fifty pictures, and a community may share an address.
const addressReadsPerMinute = { perMinute: 12_000, burst: 12_000 }

/** Exempts the addresses that the settings name. */
export function createEnforceRateLimit(limiter: RateLimiter): EnforceRateLimit {
  return ({ isExempt }, key, size) => {
    if (isExempt) return
    const retryAfterMs = limiter.take(key, size)
    if (retryAfterMs > 0) throw appError('rate_limited', { retryAfterMs })
  }
}

export function createEnforceSharedRateLimit(limiter: SharedRateLimiter): EnforceSharedRateLimit {
  return async ({ isExempt }, key, size) => {
    if (isExempt) return
    const retryAfterMs = await limiter.take(key, size)
    if (retryAfterMs > 0) throw appError('rate_limited', { retryAfterMs })
  }
}

/**
 * Rejects banned addresses and counts all others. An administrator's session is admitted from any address; session
 * lookups of a banned address are rate limited.
 */
export function createAddressAdmission(options: AdmissionOptions, takeToken: EnforceRateLimit) {
  const { platform, authenticate, bannedAddresses } = options
  const admitAdmin = async (token: string | null, address: string, reason: string): Promise<void> => {
    if ((await authenticate(token, address)).persona !== 'admin') throw addressBannedError(reason)
  }
  return async (request: FastifyRequest): Promise<void> => {
    const { address } = request
    const reason = bannedAddresses.reasonFor(address)
    const token = reason === null ? null : sessionTokenOf(platform.config, request.headers.cookie)
    if (reason !== null && token === null) throw addressBannedError(reason)
    takeToken(request, `address:${addressKey(address)}`, addressAllPerMinute)
    if (reason !== null) await admitAdmin(token, address, reason)
  }
}

/** The rate limit hook, per address, for reads outside of calls, such as a picture from the database (T61). */
export function createReadLimitHook(takeToken: EnforceRateLimit): onRequestAsyncHookHandler {
  return async (request) => takeToken(request, `reads:${addressKey(request.address)}`, addressReadsPerMinute)
}

/** Returns the tokens of the limits that don't count this outcome. */
export type CountOutcome = (outcome: CallOutcome) => void

/** Guards and rate limits of a call, in their fixed order. Returns null if its limits count every outcome. */
export function createCallerAdmission(
  options: AdmissionOptions,
  endpoint: Endpoint,
  { takeToken, takeSharedToken }: { takeToken: EnforceRateLimit; takeSharedToken: EnforceSharedRateLimit },
) {
  const guard = createGuardChain(options.enabledGuards)
  const { config, community } = options.platform
  const bucketsOf = (limits: readonly RateLimit[] = []) =>
    limits.map(({ per, perMinute, burst = perMinute, bucket, counts = null, isShared = false }, index) => {
      return {
        per,
        counts,
        isShared,
        name: bucket ?? `${endpoint.method} ${endpoint.path} ${index}`,
        size: { perMinute, burst },
      }
    })
  const buckets = bucketsOf(endpoint.limits)
  const largeBodyBuckets = [...buckets, ...bucketsOf(endpoint.largeBodyLimits)]
  const checkGuards = (caller: Caller, { headers }: FastifyRequest): void => {
    const code = guard({
      endpoint,
      caller,
      origin: headers.origin,
      host: headers.host,
      secFetchSite: firstHeaderValue(headers['sec-fetch-site']),
      claimedUid: firstHeaderValue(headers['firebase-uid']),
      originRules: config,
      isJoiningOpen: community.settings().joining === 'open',
    })
    if (code === 'banned') throw caller.user ? bannedError(caller.user) : appError('banned', { reason: '' })
    if (code === 'bad_origin') throw badOriginError(headers.origin, config)
    if (code !== null) throw appError(code)
  }
  return async (caller: Caller, request: FastifyRequest): Promise<CountOutcome | null> => {
    if (caller.user) takeToken(request, `all:${caller.user.id}`, callerAllPerMinute)
    checkGuards(caller, request)
    const limits =
      largeBodyBuckets.length > buckets.length && isLargeBody(request.headers) ? largeBodyBuckets : buckets
    const refundable: { key: string; size: BucketSize; counts: CallOutcome }[] = []
    const countOutcome = (outcome: CallOutcome | null) => {
      for (const { key, size, counts } of refundable)
        if (counts !== outcome) options.limiter.refund(key, size)
    }
    try {
      for (const { per, name, size, counts, isShared } of limits) {
        const key = rateLimitKey(name, per, caller)
        if (isShared) await takeSharedToken(request, key, size)
        else takeToken(request, key, size)
        if (counts !== null) refundable.push({ key, size, counts })
      }
    } catch (error) {
      countOutcome(null)
      throw error
    }
    return refundable.length > 0 ? countOutcome : null
  }
}

/** The key of the caller's bucket. */
export function rateLimitKey(
  bucket: string,
  per: RateLimit['per'],
  { session, address }: Pick<Caller, 'session' | 'address'>,
): string {
  return `${bucket} ${per === 'caller' && session ? `uid:${session.uid}` : addressKey(address)}`
}

/** A body of undeclared length may be large. */
function isLargeBody({ 'content-length': length }: FastifyRequest['headers']): boolean {
  return length === undefined || Number(length) > jsonMaxBytes
}

/** The first value of a header that may be repeated. */
export function firstHeaderValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header
}

const proxyWarningEveryMs = 3_600_000

const proxyWarnings = {
  'untrusted-proxy':
    'Ignored X-Forwarded-For from an address outside TRUSTED_PROXIES. If that is your proxy, add it there; ' +
    'otherwise all members share its address and limits.',
  'unreadable-forwarded-for':
    "A proxy of TRUSTED_PROXIES sent an X-Forwarded-For whose entry isn't an address. Until it sends the client's " +
    'address there, all members behind it share its address and limits.',
}

/**
 * Returns the function that finds a request's client behind trusted proxies. Warns at most once an hour, with a
 * count, of a proxy that TRUSTED_PROXIES doesn't name, and of an entry that can't be read. In both cases all members
 * behind the proxy share one address and its limits (T75).
 */
export function createClientAddressReader({
  config,
  log,
}: Pick<Platform, 'config' | 'log'>): (
  request: Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> },
) => string {
  const throttle = createThrottle(proxyWarningEveryMs)
  const warn = (event: keyof typeof proxyWarnings, proxy: string) => {
    const times = throttle(event)
    if (times !== null) log.warn({ event, network: networkForLog(proxy), times }, proxyWarnings[event])
  }
  return ({ headers, socket: { remoteAddress = '' } }) => {
    const header = headers['x-forwarded-for']
    const forwardedFor = Array.isArray(header) ? header.join(',') : header
    if (forwardedFor !== undefined && !isInRanges(remoteAddress, config.trustedProxies))
      warn('untrusted-proxy', remoteAddress)
    return clientAddress(remoteAddress, forwardedFor, config.trustedProxies, () =>
      warn('unreadable-forwarded-for', remoteAddress),
    )
  }
}
