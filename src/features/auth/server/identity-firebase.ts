// Firebase as the identity provider: who its ID tokens prove, and what becomes of accounts there that are deleted here.
import * as z from 'zod/mini'
import type { FirebaseSettings } from '#server/config-identity.ts'
import type { Platform } from '#server/context.ts'
import { createFirebaseAccounts } from './firebase-accounts.ts'
import {
  isInFuture,
  proofFromClaims,
  verifyIdToken,
  decodeUnsignedIdToken,
  invalidTokenError,
} from './id-token.ts'
import type { IdentityProvider, ExternalIdentityProof } from './identity.ts'
import type { ProviderEndpoints } from './external-identity/provider-endpoints.ts'
import { createJwksCache } from './jwks-cache.ts'
import { createFirebaseDeletionQueue } from './firebase-deletion-queue.ts'

// A token that somebody took from elsewhere isn't good for long (T05).
const proofMaxAgeMs = 5 * 60_000

const claimsSchema = z.object({
  auth_time: z.number(),
  // In a tenant other people decide who is who.
  firebase: z.optional(z.object({ tenant: z.optional(z.never()) })),
})

/** Opens the provider for a project. */
export function createFirebaseIdentity(
  platform: Platform,
  settings: FirebaseSettings,
  addresses: ProviderEndpoints,
): IdentityProvider {
  const accounts = createFirebaseAccounts(platform, settings, addresses)
  const removals = createFirebaseDeletionQueue(platform, accounts)
  const prove = createTokenVerifier(platform, settings, addresses)
  const { apiKey, authDomain, projectId, emulatorHost } = settings
  return {
    page: {
      provider: 'firebase',
      google: true,
      firebase: {
        apiKey,
        authDomain,
        projectId,
        ...(emulatorHost === null ? {} : { emulatorUrl: `http://${emulatorHost}` }),
      },
    },
    accounts: null,
    tokens: { prove, remove: removals.byToken },
    close: removals.close,
  }
}

function createTokenVerifier(
  platform: Platform,
  { projectId, emulatorHost }: FirebaseSettings,
  addresses: ProviderEndpoints,
): (idToken: string) => Promise<ExternalIdentityProof> {
  const { clock, config, log } = platform
  const keys = createJwksCache(addresses.firebaseKeys, platform)
  const expected = { issuer: `https://securetoken.google.com/${projectId}`, audience: projectId, clock, log }
  // The settings refuse an emulator in production; here it is refused once more, since it would believe anybody.
  const isSigned = emulatorHost === null || config.production
  return async (idToken) => {
    const payload = await (isSigned
      ? verifyIdToken(idToken, keys, expected)
      : decodeUnsignedIdToken(idToken, expected))
    const proof = proofFromClaims('firebase', payload, expected)
    const { data, error } = z.safeParse(claimsSchema, payload)
    if (!data) throw invalidTokenError(log, { claim: String(error.issues[0]?.path[0]) })
    const signedInMs = data.auth_time * 1000
    if (isInFuture(data.auth_time, clock) || clock.now() - signedInMs > proofMaxAgeMs)
      throw invalidTokenError(log, { claim: 'auth_time' })
    return { ...proof, signedInMs }
  }
}
