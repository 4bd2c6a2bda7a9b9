// Firebase as the identity provider: who its ID tokens prove, and what becomes of accounts there that are deleted here.
import * as z from 'zod/mini'
import type { FirebaseSettings } from '#server/config-identity.ts'
import type { Platform } from '#server/context.ts'
import { createFirebaseAccounts } from './firebase-accounts.ts'
import { isLater, proofOf, readSigned, readUnsigned, refused } from './id-token.ts'
import type { IdentityProvider, OutsideProof } from './identity.ts'
import type { OutsideAddresses } from './outside-addresses.ts'
import { createPublishedKeys } from './published-keys.ts'
import { createRemovals } from './removals.ts'

// A token that somebody took from elsewhere isn't good for long (T05).
const provenWithinMs = 5 * 60_000

const claimsSchema = z.object({
  auth_time: z.number(),
  // In a tenant other people decide who is who.
  firebase: z.optional(z.object({ tenant: z.optional(z.never()) })),
})

/** Opens the provider for a project. */
export function createFirebaseIdentity(
  platform: Platform,
  settings: FirebaseSettings,
  addresses: OutsideAddresses,
): IdentityProvider {
  const accounts = createFirebaseAccounts(platform, settings, addresses)
  const removals = createRemovals(platform, accounts)
  const prove = createProof(platform, settings, addresses)
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

function createProof(
  platform: Platform,
  { projectId, emulatorHost }: FirebaseSettings,
  addresses: OutsideAddresses,
): (idToken: string) => Promise<OutsideProof> {
  const { clock, config, log } = platform
  const keys = createPublishedKeys(addresses.firebaseKeys, platform)
  const expected = { issuer: `https://securetoken.google.com/${projectId}`, audience: projectId, clock, log }
  // The settings refuse an emulator in production; here it is refused once more, since it would believe anybody.
  const isSigned = emulatorHost === null || config.production
  return async (idToken) => {
    const payload = await (isSigned ? readSigned(idToken, keys, expected) : readUnsigned(idToken, expected))
    const proof = proofOf('firebase', payload, expected)
    const { data, error } = z.safeParse(claimsSchema, payload)
    if (!data) throw refused(log, { claim: String(error.issues[0]?.path[0]) })
    const signedInMs = data.auth_time * 1000
    if (isLater(data.auth_time, clock) || clock.now() - signedInMs > provenWithinMs)
      throw refused(log, { claim: 'auth_time' })
    return { ...proof, signedInMs }
  }
}
