// Built-in identity provider: better-auth stores accounts and verifies passwords in the app's database.
import { authErrors } from '../errors.ts'
import { betterAuth } from 'better-auth'
import type { ErrorSpec } from '#shared/errors.ts'
import type { Platform } from '#server/context.ts'
import { connectDatabase, type Database } from '#server/db/database.ts'
import { appError } from '#server/app-error.ts'
import { createSemaphore, type QueueClient } from '#server/async/semaphore.ts'
import { createGoogleOAuthFlow } from './google-oauth.ts'
import type { BuiltinAccounts, IdentityProvider, Passwords, ProvenIdentity } from './identity.ts'
import type { ProviderEndpoints } from './external-identity/provider-endpoints.ts'
import { findPasswordHash, importExternalUser } from './sql/identity-users.ts'
import { isEmailReserved } from './sql/mailed-links.ts'
import { t } from '#shared/t.ts'

// Hashing a password takes 32 MB and a libuv thread for a tenth of a second. The limit equals the pool's
// connections, so that no hash waits for one. The rest of the server keeps half of the threads.
const concurrencyMax = 2
const waitingMax = 100
// better-auth's own sessions grant no access here. The lifetime is for those left behind by a crash.
const providerSessionSeconds = 60

const errorByCode: Readonly<Record<string, ErrorSpec>> = {
  INVALID_EMAIL_OR_PASSWORD: authErrors['invalid-credential'],
  USER_ALREADY_EXISTS: authErrors['email-already-in-use'],
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: authErrors['email-already-in-use'],
  PASSWORD_TOO_SHORT: authErrors['weak-password'],
  PASSWORD_TOO_LONG: authErrors['weak-password'],
}

interface BetterAuthResult {
  token: string | null
  user: { id: string; email: string; name: string; emailVerified: boolean }
}

/** Opens the provider on the database at `databaseUrl`, with its own small pool. */
export function createBuiltinIdentity(
  platform: Platform,
  databaseUrl: string,
  endpoints: ProviderEndpoints,
): IdentityProvider {
  const { google } = platform.config
  const database = connectDatabase(databaseUrl, { dates: 'native', maxConnections: concurrencyMax })
  const auth = openBetterAuth(platform, database)
  const semaphore = createSemaphore({ atOnce: concurrencyMax, waitingMax })

  const isInUse = async (email: string): Promise<boolean> => {
    const { internalAdapter } = await auth.$context
    return (await internalAdapter.findUserByEmail(email)) !== null || (await isReserved(platform, email))
  }
  const authenticate = (
    email: string,
    client: QueueClient,
    check: () => Promise<BetterAuthResult>,
  ): Promise<ProvenIdentity> =>
    semaphore.run(async () => {
      const { token, user } = await check().catch(async (error: unknown) => {
        throw await toAppError(error, () => isInUse(email))
      })
      if (token !== null) await (await auth.$context).internalAdapter.deleteSession(token)
      return { uid: user.id, email: user.email, name: user.name, emailVerified: user.emailVerified }
    }, client)

  const passwords: Passwords = {
    hash: (password, client) =>
      semaphore.run(async () => (await auth.$context).password.hash(password), client),
    match: (uid, password, client) =>
      semaphore.run(async () => {
        const { internalAdapter, password: hasher } = await auth.$context
        const hash = (await internalAdapter.findCredentialAccount(uid))?.password
        return hash && (await hasher.verify({ hash, password })) ? hash : null
      }, client),
  }
  const accounts: BuiltinAccounts = {
    passwords,
    signUp: async ({ email, password, name }, client) => {
      // Accounts from a period with Firebase as the provider: Firebase owns them, and a mailed link sets a
      // password.
      await importExternalUser(platform.database.query, email, new Date(platform.clock.now()))
      return authenticate(email, client, () => auth.api.signUpEmail({ body: { email, password, name } }))
    },
    signIn: async ({ email, password }, client) => {
      // Read before the verification: if the hash changes meanwhile, the verification is void.
      const storedHash = await findPasswordHash(platform.database.query, email)
      const identity = await authenticate(email, client, () =>
        auth.api.signInEmail({ body: { email, password } }),
      )
      return { identity, password: storedHash ?? '' }
    },
    google: google && createGoogleOAuthFlow(platform, google, endpoints),
  }
  return {
    page: { provider: 'builtin', google: google !== null },
    accounts,
    tokens: null,
    close: () => database.close(),
  }
}

function openBetterAuth(platform: Platform, { query }: Database) {
  const { config, log } = platform
  return betterAuth({
    baseURL: config.publicUrl,
    basePath: '/api/identity',
    secret: config.sessionSecret,
    database: { db: query, type: 'postgres', transaction: true },
    // The app's migrations create the tables.
    advanced: { database: { validateSchema: false } },
    emailAndPassword: { enabled: true },
    user: { modelName: 'identity_users' },
    databaseHooks: {
      user: {
        create: { before: async ({ email }) => ((await isReserved(platform, email)) ? false : undefined) },
      },
    },
    session: { modelName: 'identity_sessions', expiresIn: providerSessionSeconds },
    account: { modelName: 'identity_accounts' },
    verification: { modelName: 'identity_verifications' },
    telemetry: { enabled: false },
    // Other log arguments may contain an address, so only the message is logged.
    logger: { level: 'error', log: (_level, message) => log.error({ part: 'identity' }, message) },
  })
}

/** Checked after the library found no account: by then a just-vacated address is reserved for its owner. */
function isReserved({ clock, database }: Platform, email: string): Promise<boolean> {
  return isEmailReserved(database.query, { email, uid: '', now: new Date(clock.now()) })
}

/** Maps a better-auth error to an AppError. Other errors are returned unchanged. */
async function toAppError(error: unknown, isInUse: () => Promise<boolean>): Promise<unknown> {
  const code = betterAuthCodeOf(error)
  const mappedError = errorByCode[code]
  if (mappedError !== undefined) return appError(mappedError)
  // The contract has already validated all other fields.
  if (code === 'INVALID_EMAIL' || code === 'VALIDATION_ERROR') {
    return appError('invalid', {
      issues: [{ path: 'email', message: t('Please enter a valid email address') }],
    })
  }
  // Another account took the address between lookup and insert, or it is reserved. Otherwise it is a server error.
  if (code === 'FAILED_TO_CREATE_USER')
    return appError((await isInUse()) ? authErrors['email-already-in-use'] : 'internal')
  // The account was deleted between the lookup and the session insert.
  if (isMissingUserError(error)) return appError(authErrors['invalid-credential'])
  return error
}

function isMissingUserError(error: unknown): boolean {
  const constraint = error instanceof Error && 'constraint' in error && error.constraint
  return constraint === 'identity_sessions_userId_fkey'
}

function betterAuthCodeOf(error: unknown): string {
  if (!(error instanceof Error) || !('body' in error)) return ''
  const { body } = error
  return typeof body === 'object' && body !== null && 'code' in body && typeof body.code === 'string'
    ? body.code
    : ''
}
