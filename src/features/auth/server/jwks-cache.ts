// JWKS cache: public keys of external issuers, cached as long as their responses allow.
import { importJWK, type CryptoKey } from 'jose'
import * as z from 'zod/mini'
import { appError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'

export interface JwksCache {
  /** Returns the key of a kid, null if there is none. Throws `unavailable` if the keys can't be fetched. */
  find(kid: string): Promise<CryptoKey | null>
}

const jwksSchema = z.object({ keys: z.array(z.unknown()) })
const jwkSchema = z.object({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() })

const fetchTimeoutMs = 3_000
const cacheMs = { usual: 3_600_000, least: 60_000, most: 24 * 3_600_000 }
// ID tokens live for an hour, so a rotated key may still be needed that long.
const staleMs = 3_600_000
// Rate limit: neither made-up kids nor an outage cause a request per sign-in.
const refetchAfterMs = { unknownKid: 30_000, failed: 10_000 }
const retryAfterMs = 10_000

/**
 * Caches the RSA keys of the JWK set at a URL for its max-age. An unknown kid triggers a refetch. If the fetch
 * fails, cached keys remain valid for another hour.
 */
export function createJwksCache(url: string, { clock, log }: Pick<Platform, 'clock' | 'log'>): JwksCache {
  let keys: ReadonlyMap<string, CryptoKey> = new Map()
  let freshUntilMs = -Infinity
  let lastFetch = { atMs: -Infinity, succeeded: true }
  let fetching: Promise<void> | null = null

  const refetch = async (): Promise<void> => {
    lastFetch = { atMs: clock.now(), succeeded: false }
    try {
      const list = await fetchJwks(url)
      keys = list.keys
      freshUntilMs = clock.now() + list.keptMs
      lastFetch.succeeded = true
    } catch (error) {
      log.error({ err: error, url }, 'Could not fetch the public keys of an identity provider.')
    }
  }
  const canRefetch = (): boolean => {
    const sinceMs = Math.abs(clock.now() - lastFetch.atMs)
    if (!lastFetch.succeeded) return sinceMs >= refetchAfterMs.failed
    return clock.now() >= freshUntilMs || sinceMs >= refetchAfterMs.unknownKid
  }

  return {
    find: async (kid) => {
      const cachedKey = keys.get(kid)
      if (cachedKey && clock.now() < freshUntilMs) return cachedKey
      if (fetching || canRefetch()) {
        fetching ??= refetch().finally(() => {
          fetching = null
        })
        await fetching
      }
      const nowMs = clock.now()
      const key = keys.get(kid)
      if (key && nowMs < freshUntilMs + staleMs) return key
      if (!lastFetch.succeeded || nowMs >= freshUntilMs) throw appError('unavailable', { retryAfterMs })
      return null
    },
  }
}

async function fetchJwks(url: string): Promise<{ keys: Map<string, CryptoKey>; keptMs: number }> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeoutMs) })
  if (!response.ok) throw new Error(`${url} responded with status ${response.status}.`)
  const list = z.parse(jwksSchema, await response.json())
  const keys = new Map<string, CryptoKey>()
  for (const { success, data } of list.keys.map((jwk) => z.safeParse(jwkSchema, jwk))) {
    const key = success && (await importJWK(data, 'RS256'))
    if (key && !(key instanceof Uint8Array)) keys.set(data.kid, key)
  }
  if (keys.size === 0) throw new Error(`${url} has no usable keys.`)
  return { keys, keptMs: cacheMsOf(response.headers) }
}

/** Cache lifetime of a response in milliseconds: max-age minus `age`, within the limits of `cacheMs`. */
function cacheMsOf(headers: Headers): number {
  const [, maxAge] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '') ?? []
  if (maxAge === undefined) return cacheMs.usual
  const age = Number(/^\d{1,9}$/.exec(headers.get('age') ?? '')?.[0] ?? 0)
  return Math.min(Math.max((Number(maxAge) - age) * 1000, cacheMs.least), cacheMs.most)
}
