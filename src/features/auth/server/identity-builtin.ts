// The built-in identity provider: better-auth keeps accounts and checks passwords in our own database.
import { betterAuth } from 'better-auth'
import type { ErrorCode } from '#shared/error-catalogue.ts'
import type { Platform } from '#server/context.ts'
import { connectDatabase, type Database } from '#server/db.ts'
import { appError } from '#server/app-error.ts'
import { createSemaphore } from '#server/semaphore.ts'
import { createGoogleOAuthFlow } from './google-oauth.ts'
import type { BuiltinAccounts, IdentityProvider, Passwords, ProvenIdentity } from './identity.ts'
import type { ProviderEndpoints } from './external-identity/provider-endpoints.ts'
import { findPasswordHash } from './sql-credentials.ts'
import { isEmailReserved } from './sql-mailed-links.ts'
import { importExternalUser } from './sql-identity-users.ts'

// A password costs 32 MB and a thread of libuv for a tenth of a second. As many work at once as the pool has
// connections, so that nobody waits for one; the rest of the server keeps half of the threads.
const concurrencyMax = 2
const waitingMax = 100
// Its own session opens nothing; this is for one that a crash left behind.
const ownSessionSeconds = 60

const invalidEmailIssue = { path: 'email', message: 'Please enter a valid email address' }

const errorCodes: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'invalid-credential',
  USER_ALREADY_EXISTS: 'email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'email-already-in-use',
  PASSWORD_TOO_SHORT: 'weak-password',
  PASSWORD_TOO_LONG: 'weak-password',
}

interface BetterAuthResult {
  token: string | null
  user: { id: string; email: string; name: string; emailVerified: boolean }
}

/** Opens the provider on the database at `databaseUrl`, with a small pool of its own. */
export function createBuiltinIdentity(
  platform: Platform,
  databaseUrl: string,
  addresses: ProviderEndpoints,
): IdentityProvider {
  const { google } = platform.config
  const database = connectDatabase(databaseUrl, { dates: 'native', maxConnections: concurrencyMax })
  const auth = openBetterAuth(platform, database)
  const turns = createSemaphore({ atOnce: concurrencyMax, waitingMax })

  const isKnown = async (email: string): Promise<boolean> => {
    const { internalAdapter } = await auth.$context
    return (await internalAdapter.findUserByEmail(email)) !== null || (await isReserved(platform, email))
  }
  const prove = (
    email: string,
    address: string,
    check: () => Promise<BetterAuthResult>,
  ): Promise<ProvenIdentity> =>
    turns.take(async () => {
      const { token, user } = await check().catch(async (error: unknown) => {
        throw await toAppError(error, () => isKnown(email))
      })
      if (token !== null) await (await auth.$context).internalAdapter.deleteSession(token)
      return { uid: user.id, email: user.email, name: user.name, emailVerified: user.emailVerified }
    }, address)

  const passwords: Passwords = {
    hash: (password, address) =>
      turns.take(async () => (await auth.$context).password.hash(password), address),
    match: (uid, password, address) =>
      turns.take(async () => {
        const { internalAdapter, password: hashes } = await auth.$context
        const hash = (await internalAdapter.findCredentialAccount(uid))?.password
        return hash && (await hashes.verify({ hash, password })) ? hash : null
      }, address),
  }
  const accounts: BuiltinAccounts = {
    passwords,
    signUp: async ({ email, password, name }, address) => {
      // Of a time with Firebase as the provider: it is theirs, and a mail makes them a password.
      await importExternalUser(platform.database.query, email, new Date(platform.clock.now()))
      return prove(email, address, () => auth.api.signUpEmail({ body: { email, password, name } }))
    },
    signIn: async ({ email, password }, address) => {
      // Read before it is checked: if it changes meanwhile, the proof is worth nothing.
      const stored = await findPasswordHash(platform.database.query, email)
      const identity = await prove(email, address, () => auth.api.signInEmail({ body: { email, password } }))
      return { identity, password: stored ?? '' }
    },
    google: google && createGoogleOAuthFlow(platform, google, addresses),
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
    // The tables are those of our migrations.
    advanced: { database: { validateSchema: false } },
    emailAndPassword: { enabled: true },
    user: { modelName: 'identity_users' },
    databaseHooks: {
      user: {
        create: { before: async ({ email }) => ((await isReserved(platform, email)) ? false : undefined) },
      },
    },
    session: { modelName: 'identity_sessions', expiresIn: ownSessionSeconds },
    account: { modelName: 'identity_accounts' },
    verification: { modelName: 'identity_verifications' },
    telemetry: { enabled: false },
    // What it adds to a message may hold an address, so the message alone is written.
    logger: { level: 'error', log: (_level, message) => log.error({ part: 'identity' }, message) },
  })
}

/** Asked after the library has found nobody: an address that was left a moment ago is kept for its owner by then. */
function isReserved({ clock, database }: Platform, email: string): Promise<boolean> {
  return isEmailReserved(database.query, { email, uid: '', now: new Date(clock.now()) })
}

/** What one of its errors means to us; anything else stays as it was thrown. */
async function toAppError(error: unknown, isKnown: () => Promise<boolean>): Promise<unknown> {
  const code = betterAuthCodeOf(error)
  const known = errorCodes[code]
  if (known !== undefined) return appError(known)
  // All else that it validates was validated by the contract before.
  if (code === 'INVALID_EMAIL' || code === 'VALIDATION_ERROR') {
    return appError('invalid', { issues: [invalidEmailIssue] })
  }
  // Somebody else took the address between its look and its insert, or it is kept for them; else the fault is ours.
  if (code === 'FAILED_TO_CREATE_USER')
    return appError((await isKnown()) ? 'email-already-in-use' : 'internal')
  // The account was deleted between the look and its session.
  if (isMissingUserError(error)) return appError('invalid-credential')
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
