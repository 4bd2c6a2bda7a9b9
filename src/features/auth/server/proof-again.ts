// Whether it is still the same person before the screen: by a sign-in of just now, the password, or a fresh ID token.
import { freshSignInMs } from '#shared/constants.ts'
import { momentMs } from '#shared/day.ts'
import { perHour } from '#shared/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { isRefusal, refuse } from '#server/refusal.ts'
import type { ProofAgain } from '../contract.ts'
import type { IdentityProvider } from './identity.ts'
import { isOpenSession, openedAt } from './sql.ts'
import { holdProof } from './sql-credentials.ts'
import { holdIdentity } from './sql-identities.ts'

type Holds = (tx: Executor) => Promise<boolean>

/**
 * Whether a session's person has proved lately, or proves now, to be that person: answers what that is worth in the
 * transaction that goes by it. Refuses with `reauth_required`.
 */
export type ProveAgain = (
  context: Pick<Context<'identity'>, 'caller' | 'database' | 'clock' | 'limit'>,
  proof: ProofAgain,
) => Promise<Holds>

const passwordsPerHour = perHour(20)

/** The provider's way to prove a session's person once more (PROF-23, PROF-27). */
export function createProofAgain(identity: IdentityProvider): ProveAgain {
  return async ({ caller, database, clock, limit }, proof) => {
    const { session } = caller
    const signedInAt = await openedAt(database.query, session.id)
    const isFresh = signedInAt !== null && clock.now() - momentMs(signedInAt) <= freshSignInMs
    if (!isFresh && proof.password !== undefined) limit(`proof again ${session.uid}`, passwordsPerHour)
    const holds = isFresh ? async () => true : await provenNow(identity, caller, proof)
    return async (tx) => (await isOpenSession(tx, session.id)) && holds(tx)
  }
}

async function provenNow(
  { accounts, tokens }: IdentityProvider,
  { session: { uid }, address }: Context<'identity'>['caller'],
  { password, idToken }: ProofAgain,
): Promise<Holds> {
  if (accounts && password !== undefined) {
    const stored = await accounts.passwords.match(uid, password, address)
    if (stored === null) throw notTheirs('password', 'That is not your password.')
    return async (tx) => (await holdProof(tx, uid, stored)) !== null
  }
  if (tokens && idToken !== undefined) {
    const proof = await tokens.prove(idToken).catch((error: unknown) => {
      throw isRefusal(error) && error.refusal.status === 401
        ? notTheirs('idToken', 'It proves nobody.')
        : error
    })
    return (tx) => holdIdentity(tx, proof, { uid })
  }
  throw refuse('reauth_required')
}

function notTheirs(path: keyof ProofAgain, message: string) {
  return refuse('reauth_required', { issues: [{ path, message }] })
}
