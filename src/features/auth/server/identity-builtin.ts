// Built-in identity provider: accounts and password hashes in the app's database.
import { randomBytes } from 'node:crypto'
import { appError } from '#server/app-error.ts'
import { createSemaphore } from '#server/async/semaphore.ts'
import type { Platform } from '#server/context.ts'
import { authErrors } from '../errors.ts'
import type { ProviderEndpoints } from './external-identity/provider-endpoints.ts'
import { createGoogleOAuthFlow } from './google-oauth.ts'
import type { BuiltinAccounts, IdentityProvider, Passwords } from './identity.ts'
import { hashPassword, matchesPassword } from './password-hash.ts'
import {
  findCredentialByEmail,
  findPasswordHash,
  importExternalUser,
  insertIdentityUser,
  insertPassword,
} from './sql/identity-users.ts'
import { isEmailReserved } from './sql/mailed-links.ts'

// Hashing a password takes 32 MB and a libuv thread for a tenth of a second. The rest of the server keeps half of the
// threads.
const concurrencyMax = 2
const waitingMax = 100

/** Accounts with passwords, and with Google where it is set up. At most two passwords are hashed at once. */
export function createBuiltinIdentity(platform: Platform, endpoints: ProviderEndpoints): IdentityProvider {
  const { clock, config, database } = platform
  const { query } = database
  const semaphore = createSemaphore({ atOnce: concurrencyMax, waitingMax })
  const passwords: Passwords = {
    hash: (password, client) => semaphore.run(() => hashPassword(password), client),
    match: (uid, password, client) =>
      semaphore.run(async () => {
        const hash = await findPasswordHash(query, uid)
        return hash !== null && (await matchesPassword(hash, password)) ? hash : null
      }, client),
  }
  const accounts: BuiltinAccounts = {
    passwords,
    signUp: async ({ email, password, name }, client) => {
      const now = new Date(clock.now())
      // Accounts from a period with Firebase as the provider: Firebase owns them, and a mailed link sets a password.
      await importExternalUser(query, email, now)
      const hash = await passwords.hash(password, client)
      const identity = { uid: newId(), email, name, emailVerified: false }
      await database.transaction(async (tx) => {
        // A just-vacated address is reserved for its owner.
        const isFree =
          !(await isEmailReserved(tx, { email, uid: '', now })) &&
          (await insertIdentityUser(tx, identity, now))
        if (!isFree) throw appError(authErrors['email-already-in-use'])
        await insertPassword(tx, { id: newId(), uid: identity.uid, password: hash, now })
      })
      return identity
    },
    signIn: ({ email, password }, client) =>
      semaphore.run(async () => {
        // Read before the verification: if the hash changes meanwhile, the verification is void.
        const found = await findCredentialByEmail(query, email)
        // An unknown address takes as long as a wrong password.
        const isMatch = await matchesPassword(found?.password ?? noHash, password)
        if (!found || !isMatch) throw appError(authErrors['invalid-credential'])
        const { password: stored, ...identity } = found
        return { identity, password: stored }
      }, client),
    google: config.google && createGoogleOAuthFlow(platform, config.google, endpoints),
  }
  return {
    page: { provider: 'builtin', google: config.google !== null },
    accounts,
    tokens: null,
    close: async () => undefined,
  }
}

const noHash = `${'0'.repeat(32)}:${'0'.repeat(128)}`
const newId = () => randomBytes(24).toString('base64url')
