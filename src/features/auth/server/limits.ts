// How often somebody may try to come in.
import { addressKey } from '#server/client-address.ts'
import type { Context } from '#server/context.ts'

const attemptsPerMinute = { perMinute: 10, burst: 10 }

/** A guesser of one account is slowed down, without slowing the others behind the same address. */
export function limitAttempts(context: Context<'public'>, what: string, account: string): void {
  context.limit(`${what} ${addressKey(context.caller.address)} ${account}`, attemptsPerMinute)
}
