// ID tokens: whether one is signed with a published key, for us, and still good; and what every one has to say.
import { errors, jwtVerify, UnsecuredJWT, type JWTPayload } from 'jose'
import * as z from 'zod/mini'
import { emailMaxChars } from '#shared/constants.ts'
import { emailSchema } from '#shared/text.ts'
import type { Clock } from '#server/clock.ts'
import type { Log } from '#server/context.ts'
import { appError, type AppError } from '#server/app-error.ts'
import { suggestDisplayName } from '../rules.ts'
import type { ExternalIdentityProof } from './identity.ts'
import type { JwksCache } from './jwks-cache.ts'

interface TokenExpectations {
  issuer: string | string[]
  audience: string
  clock: Clock
  log: Pick<Log, 'warn'>
}

// Two clocks are never quite alike.
const clockSkewMs = 30_000

const claimsSchema = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(128)),
  aud: z.string(),
  iat: z.number(),
  exp: z.number(),
  email: emailSchema(emailMaxChars),
  // Google once wrote it as text.
  email_verified: z._default(z.union([z.boolean(), z.stringbool()]), false),
  name: z.optional(z.string()),
})

/** The claims of a token that is signed by RS256 with one of `keys`. Refuses with `invalid-credential` all else. */
export async function verifyIdToken(
  token: string,
  keys: JwksCache,
  { issuer, audience, clock, log }: TokenExpectations,
): Promise<JWTPayload> {
  const keyOf = async ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? null : await keys.find(kid)
    if (key === null) throw invalidTokenError(log, { code: 'no such key' })
    return key
  }
  const options = { issuer, audience, algorithms: ['RS256'], currentDate: new Date(clock.now()) }
  return rejectInvalidToken(log, async () => (await jwtVerify(token, keyOf, options)).payload)
}

/** The claims of a token that nobody signed, as the official emulator issues them. */
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
    const isOfClaim = error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired
    throw invalidTokenError(log, { code: error.code, ...(isOfClaim ? { claim: error.claim } : {}) })
  }
}

/** The refusal of a token. What was wrong with it is for the operator alone, and the token for nobody. */
export function invalidTokenError(
  log: TokenExpectations['log'],
  what: { code?: string; claim?: string },
): AppError {
  log.warn({ part: 'identity', ...what }, 'An ID token was refused.')
  return appError('invalid-credential')
}

/** Whom the claims of a token are about; refuses with `invalid-credential` when it doesn't say, or was issued later than now. */
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

/** Whether a moment (in epoch seconds) is yet to come. */
export function isInFuture(seconds: number, clock: Clock): boolean {
  return seconds * 1000 > clock.now() + clockSkewMs
}
