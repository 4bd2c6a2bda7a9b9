// ID tokens: verification of signature, audience and expiry, and the common claims.
import { errors, jwtVerify, UnsecuredJWT, type JWTPayload } from 'jose'
import * as z from 'zod/mini'
import { appError, type AppError } from '#server/app-error.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/log.ts'
import { emailMaxChars } from '#shared/constants.ts'
import { emailSchema } from '#shared/text.ts'
import { authErrors } from '../errors.ts'
import { suggestDisplayName } from '../rules.ts'
import type { ExternalIdentityProof } from './identity.ts'
import type { JwksCache } from './jwks-cache.ts'

interface TokenExpectations {
  issuer: string | string[]
  audience: string
  clock: Clock
  log: Pick<Log, 'warn'>
}

// Tolerance for clock skew.
const clockSkewMs = 30_000

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
  email: emailSchema(emailMaxChars),
  // Google used to send it as a string.
  email_verified: z._default(z.union([z.boolean(), z.stringbool()]), false),
  name: z.optional(z.string()),
})

/** Verifies a token signed with RS256 by one of `keys` and returns its claims. Throws `invalid-credential`. */
export async function verifyIdToken(
  token: string,
  keys: JwksCache,
  { issuer, audience, clock, log }: TokenExpectations,
): Promise<JWTPayload> {
  const findKey = async ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? null : await keys.find(kid)
    if (key === null) throw invalidTokenError(log, { code: 'no such key' })
    return key
  }
  const options = { issuer, audience, algorithms: ['RS256'], currentDate: new Date(clock.now()) }
  return rejectInvalidToken(log, async () => (await jwtVerify(token, findKey, options)).payload)
}

/** Returns the claims of an unsigned token, which the official emulator issues. */
export function decodeUnsignedIdToken(
  token: string,
  { issuer, audience, clock, log }: TokenExpectations,
): Promise<JWTPayload> {
  const options = { issuer, audience, currentDate: new Date(clock.now()) }
  return rejectInvalidToken(log, async () => UnsecuredJWT.decode(token, options).payload)
}

async function rejectInvalidToken(
  log: TokenExpectations['log'],
  read: () => Promise<JWTPayload>,
): Promise<JWTPayload> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    const isClaimError =
      error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired
    throw invalidTokenError(log, { code: error.code, ...(isClaimError ? { claim: error.claim } : {}) })
  }
}

/** Logs the reason for the operator, but never the token. The client learns no details. */
export function invalidTokenError(
  log: TokenExpectations['log'],
  reason: { code?: string; claim?: string },
): AppError {
  log.warn({ part: 'identity', ...reason }, 'Rejected an ID token.')
  return appError(authErrors['invalid-credential'])
}

/**
 * Reads the identity from the claims. Throws `invalid-credential` if it is missing, or if the token was issued in
 * the future.
 */
export function proofFromClaims(
  provider: ExternalIdentityProof['provider'],
  payload: JWTPayload,
  { clock, log }: Pick<TokenExpectations, 'clock' | 'log'>,
): ExternalIdentityProof {
  const { data: claims, error } = z.safeParse(claimsSchema, payload)
  if (!claims) throw invalidTokenError(log, { claim: String(error.issues[0]?.path[0]) })
  if (isInFuture(claims.iat, clock)) throw invalidTokenError(log, { claim: 'iat' })
  const { sub: subject, email, email_verified: emailVerified, iat } = claims
  const name = suggestDisplayName(claims.name ?? '', email)
  return { provider, subject, email, emailVerified, signedInMs: iat * 1000, name }
}

/** Whether a time (epoch seconds) is in the future, with tolerance for clock skew. */
export function isInFuture(seconds: number, clock: Clock): boolean {
  return seconds * 1000 > clock.now() + clockSkewMs
}
