// Every call of every contract, for the gates to walk.
import { authCalls, identityCalls } from '#features/auth/contract.ts'
import { chatCalls } from '#features/chat/contract.ts'
import { energyCalls } from '#features/energy/contract.ts'
import { liveCalls } from '#features/live/contract.ts'
import { meditationCalls } from '#features/meditation/contract.ts'
import { profileCalls } from '#features/profile/contract.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { usersCalls } from '#features/users/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'

export const calls: readonly Endpoint[] = [
  authCalls,
  identityCalls,
  profileCalls,
  meditationCalls,
  liveCalls,
  chatCalls,
  energyCalls,
  referralsCalls,
  usersCalls,
].flatMap((declared) => Object.values<Endpoint>(declared))

/** As the matrix names a call. */
export function methodAndPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}
