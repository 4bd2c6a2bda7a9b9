// Rate limits of sign-in attempts, which all nodes count together.
import { addressKey } from '#server/addresses/address-info.ts'
import type { Context } from '#server/context.ts'
import { perHour } from '#shared/endpoint.ts'
import { findSignInIps } from './sql/identity-users.ts'

const attemptsPerMinute = { perMinute: 10, burst: 10 }
const attemptsPerAccount = perHour(100)

/** Slows down guesses at one account, without slowing other clients behind the same IP address. */
export function limitSignInAttempts(
  context: Context<'public'>,
  action: string,
  account: string,
): Promise<void> {
  const key = `${action} ${addressKey(context.caller.address)} ${account}`
  return context.enforceSharedRateLimit(key, attemptsPerMinute)
}

/**
 * Slows down guesses at one account from all addresses together, even if it doesn't exist. Addresses with an
 * earlier sign-in to the account are exempt.
 */
export async function limitAccountAttempts(
  context: Pick<Context<'public'>, 'caller' | 'database' | 'enforceSharedRateLimit'>,
  account: string,
): Promise<void> {
  try {
    await context.enforceSharedRateLimit(`sign-in ${account}`, attemptsPerAccount)
  } catch (error) {
    const key = addressKey(context.caller.address)
    const knownIps = await findSignInIps(context.database.query, account)
    if (!knownIps.some((address) => addressKey(address) === key)) throw error
  }
}
