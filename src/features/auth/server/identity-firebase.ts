// Firebase identity provider: verifies ID tokens and deletes Firebase accounts.
import * as z from 'zod/mini'
import type { FirebaseSettings } from '#server/config/config.ts'
import type { Platform } from '#server/context.ts'
import type { JobQueue } from '#server/jobs/job-queue.ts'
import type { ProviderEndpoints } from './external-identity/provider-endpoints.ts'
import { createFirebaseAccounts } from './firebase-accounts.ts'
import { createFirebaseDeletionQueue } from './firebase-deletion-queue.ts'
import {
  isInFuture,
  proofFromClaims,
  verifyIdToken,
  decodeUnsignedIdToken,
  invalidTokenError,
} from './id-token.ts'
import type { IdentityProvider, ExternalIdentityProof } from './identity.ts'
import { createJwksCache } from './jwks-cache.ts'

// Limits the use of a stolen token (T05).
const proofMaxAgeMs = 5 * 60_000

const claimsSchema = z.object({
  auth_time: z.number(),
  // Tokens of a tenant are rejected: other administrators control its users.
  firebase: z.optional(z.object({ tenant: z.optional(z.never()) })),
})

export function createFirebaseIdentity(
  platform: Platform,
  jobs: JobQueue,
  settings: FirebaseSettings,
  endpoints: ProviderEndpoints,
): IdentityProvider {
  const accounts = createFirebaseAccounts(platform, settings, endpoints)
  const deletionQueue = createFirebaseDeletionQueue(platform, jobs, accounts)
  const prove = createTokenVerifier(platform, settings, endpoints)
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
    tokens: { verify: prove, deleteAccount: deletionQueue.deleteByToken },
    close: async () => deletionQueue.close(),
  }
}

function createTokenVerifier(
  platform: Platform,
  { projectId, emulatorHost }: FirebaseSettings,
  endpoints: ProviderEndpoints,
): (idToken: string) => Promise<ExternalIdentityProof> {
  const { clock, config, log } = platform
  const keys = createJwksCache(endpoints.firebaseKeys, platform)
  const expected = { issuer: `https://securetoken.google.com/${projectId}`, audience: projectId, clock, log }
  // The configuration already rejects an emulator in production. Checked again, because an emulator accepts any
  // identity.
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
