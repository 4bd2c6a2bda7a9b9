// VAPID tokens (RFC 8292): how push services recognize the community. Each is signed once an hour: Apple's service
// asks for no more.
import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import type { VapidKey } from './vapid-key.ts'

const cachedMs = 3_600_000
/** At most a day by the standard; a push waits for less. */
const validSeconds = 12 * 3_600

/** Returns the Authorization header for a push service's origin. */
export function createVapidTokens(
  { publicKey, privateKey }: VapidKey,
  { subject, now }: { subject: string; now: () => number },
): (origin: string) => Promise<string> {
  const encoded = (bytes: Buffer) => bytes.toString('base64url')
  const [x, y] = [publicKey.subarray(1, 33), publicKey.subarray(33)]
  const jwk = { kty: 'EC', crv: 'P-256', x: encoded(x), y: encoded(y), d: encoded(privateKey) }
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  const cached = new Map<string, { untilMs: number; header: Promise<string> }>()
  const sign = async (origin: string, nowMs: number) => {
    const atSeconds = Math.floor(nowMs / 1000)
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
      .setAudience(origin)
      .setSubject(subject)
      .setIssuedAt(atSeconds)
      .setExpirationTime(atSeconds + validSeconds)
      .sign(key)
    return `vapid t=${token}, k=${encoded(publicKey)}`
  }
  return (origin) => {
    const nowMs = now()
    const known = cached.get(origin)
    if (known && nowMs < known.untilMs) return known.header
    const header = sign(origin, nowMs)
    cached.set(origin, { untilMs: nowMs + cachedMs, header })
    return header
  }
}
