// The public keys that somebody outside signs with: fetched when they are needed, kept as long as their owner says.
import { importJWK, type CryptoKey } from 'jose'
import * as z from 'zod/mini'
import type { Platform } from '#server/context.ts'
import { appError } from '#server/app-error.ts'

export interface JwksCache {
  /** The key of a kid; null when there is none. Refuses with `unavailable` when that can't be found out. */
  find(kid: string): Promise<CryptoKey | null>
}

const jwksSchema = z.object({ keys: z.array(z.unknown()) })
const jwkSchema = z.object({ kid: z.string(), kty: z.literal('RSA'), n: z.string(), e: z.string() })

const fetchTimeoutMs = 3_000
const cacheMs = { usual: 3_600_000, least: 60_000, most: 24 * 3_600_000 }
// An ID token is good for an hour: so long a key that was replaced may still be needed.
const staleMs = 3_600_000
// So that neither made-up kids nor an outage lead to a request for each sign-in.
const refetchAfterMs = { unknownKid: 30_000, failed: 10_000 }
const retryAfterMs = 10_000

/**
 * The keys at an address (as a JWK set, RSA alone), kept by the max-age of the answer. An unknown kid has them asked for
 * anew; while they can't be had, the old ones serve for another hour.
 */
export function createJwksCache(url: string, { clock, log }: Pick<Platform, 'clock' | 'log'>): JwksCache {
  let keys: ReadonlyMap<string, CryptoKey> = new Map()
  let freshUntilMs = -Infinity
  let last = { atMs: -Infinity, succeeded: true }
  let asking: Promise<void> | null = null

  const ask = async (): Promise<void> => {
    last = { atMs: clock.now(), succeeded: false }
    try {
      const list = await fetchJwks(url)
      keys = list.keys
      freshUntilMs = clock.now() + list.keptMs
      last.succeeded = true
    } catch (error) {
      log.error({ err: error, url }, 'The keys of an identity provider could not be fetched.')
    }
  }
  const mayAsk = (): boolean => {
    const sinceMs = Math.abs(clock.now() - last.atMs)
    if (!last.succeeded) return sinceMs >= refetchAfterMs.failed
    return clock.now() >= freshUntilMs || sinceMs >= refetchAfterMs.unknownKid
  }

  return {
    find: async (kid) => {
      const known = keys.get(kid)
      if (known && clock.now() < freshUntilMs) return known
      if (asking || mayAsk()) {
        asking ??= ask().finally(() => {
          asking = null
        })
        await asking
      }
      const nowMs = clock.now()
      const key = keys.get(kid)
      if (key && nowMs < freshUntilMs + staleMs) return key
      if (!last.succeeded || nowMs >= freshUntilMs) throw appError('unavailable', { retryAfterMs })
      return null
    },
  }
}

async function fetchJwks(url: string): Promise<{ keys: Map<string, CryptoKey>; keptMs: number }> {
  const answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(fetchTimeoutMs) })
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
  const list = z.parse(jwksSchema, await answer.json())
  const keys = new Map<string, CryptoKey>()
  for (const { success, data } of list.keys.map((jwk) => z.safeParse(jwkSchema, jwk))) {
    const key = success && (await importJWK(data, 'RS256'))
    if (key && !(key instanceof Uint8Array)) keys.set(data.kid, key)
  }
  if (keys.size === 0) throw new Error(`${url} has no keys that could be used.`)
  return { keys, keptMs: cacheMsOf(answer.headers) }
}

/** How long an answer says that it is good; `age` is how old it was already. */
function cacheMsOf(headers: Headers): number {
  const [, maxAge] = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(headers.get('cache-control') ?? '') ?? []
  if (maxAge === undefined) return cacheMs.usual
  const age = Number(/^\d{1,9}$/.exec(headers.get('age') ?? '')?.[0] ?? 0)
  return Math.min(Math.max((Number(maxAge) - age) * 1000, cacheMs.least), cacheMs.most)
}
