// How often somebody may try to come in.
import { perHour } from '#shared/endpoint.ts'
import { addressKey } from '#server/client-address.ts'
import type { Context } from '#server/context.ts'
import { findSignInIps } from './sql-credentials.ts'

const attemptsPerMinute = { perMinute: 10, burst: 10 }
const attemptsPerAccount = perHour(100)

/** A guesser of one account is slowed down, without slowing the others behind the same address. */
export function limitSignInAttempts(context: Context<'public'>, what: string, account: string): void {
  context.limit(`${what} ${addressKey(context.caller.address)} ${account}`, attemptsPerMinute)
}

/**
 * Guessers of one account are slowed down together, whether or not there is such an account; its person isn't, where
 * they have signed in before.
 */
export async function limitAccountAttempts(
  context: Pick<Context<'public'>, 'caller' | 'database' | 'limit'>,
  account: string,
): Promise<void> {
  try {
    context.limit(`sign-in ${account}`, attemptsPerAccount)
  } catch (error) {
    const key = addressKey(context.caller.address)
    const known = await findSignInIps(context.database.query, account)
    if (!known.some((address) => addressKey(address) === key)) throw error
  }
}
