// Reauthentication: by a recent sign-in, the password, or a fresh ID token.
import { isAppError, appError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { reauthenticationMaxAgeMs } from '#shared/constants.ts'
import { timestampToMs } from '#shared/day.ts'
import { perHour } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import type { ReauthProof } from '../contract.ts'
import { authErrors } from '../errors.ts'
import type { IdentityProvider } from './identity.ts'
import { lockExternalIdentityShared } from './sql/external-identities.ts'
import { lockPasswordProofShared } from './sql/identity-users.ts'
import { lockOpenSessionShared, findSessionCreatedAt } from './sql/sessions.ts'

type ReauthCheck = (tx: Executor) => Promise<boolean>

/**
 * Requires a recent sign-in or a valid proof. Returns a check to run in the transaction that depends on it. Throws
 * `reauth_required`.
 */
export type Reauthenticate = (
  context: Pick<Context<'identity'>, 'caller' | 'client' | 'database' | 'clock' | 'enforceSharedRateLimit'>,
  proof: ReauthProof,
) => Promise<ReauthCheck>

const passwordsPerHour = perHour(20)

/** Creates the provider's reauthentication (PROF-23, PROF-27). */
export function createReauthenticate(identity: IdentityProvider): Reauthenticate {
  return async (context, proof) => {
    const { caller, database, clock } = context
    const { session } = caller
    const signedInAt = await findSessionCreatedAt(database.query, session.id)
    const isSignInRecent =
      signedInAt !== null && clock.now() - timestampToMs(signedInAt) <= reauthenticationMaxAgeMs
    if (!isSignInRecent && proof.password !== undefined)
      await context.enforceSharedRateLimit(`reauthentication ${session.uid}`, passwordsPerHour)
    const checkProof = isSignInRecent ? async () => true : await verifyReauthProof(identity, context, proof)
    return async (tx) => (await lockOpenSessionShared(tx, session.id)) && checkProof(tx)
  }
}

async function verifyReauthProof(
  { accounts, tokens }: IdentityProvider,
  { caller, client }: Pick<Context<'identity'>, 'caller' | 'client'>,
  { password, idToken }: ReauthProof,
): Promise<ReauthCheck> {
  const { uid } = caller.session
  if (accounts && password !== undefined) {
    const storedHash = await accounts.passwords.match(uid, password, client)
    if (storedHash === null) throw reauthError('password', t('That is not your password.'))
    return async (tx) => (await lockPasswordProofShared(tx, uid, storedHash)) !== null
  }
  if (tokens && idToken !== undefined) {
    const proof = await tokens.verify(idToken).catch((error: unknown) => {
      throw isAppError(error) && error.errorResponse.status === 401
        ? reauthError('idToken', t('That sign-in could not be verified. Please try again.'))
        : error
    })
    return (tx) => lockExternalIdentityShared(tx, proof, { uid })
  }
  throw appError(authErrors.reauth_required)
}

function reauthError(path: keyof ReauthProof, message: string) {
  return appError(authErrors.reauth_required, { issues: [{ path, message }] })
}
