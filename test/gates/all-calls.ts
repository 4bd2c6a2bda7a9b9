// Every call of every contract, for the gates to iterate over.
import { accountCalls } from '#features/account/contract.ts'
import { activityCalls } from '#features/activity/contract.ts'
import { authCalls, identityCalls } from '#features/auth/contract.ts'
import { externalIdentityCalls } from '#features/auth/external-identity-contract.ts'
import { signUpCalls } from '#features/auth/sign-up-contract.ts'
import { chatCalls } from '#features/chat/contract.ts'
import { communityCalls } from '#features/community/contract.ts'
import { zoneCalls } from '#features/community/zone-contract.ts'
import { careCalls } from '#features/energy/care-contract.ts'
import { reflectionOptInCalls } from '#features/energy/reflection-opt-in-contract.ts'
import { energyCalls } from '#features/energy/contract.ts'
import { whatHelpsCalls } from '#features/energy/what-helps-contract.ts'
import { helpCalls } from '#features/help/contract.ts'
import { roomCalls } from '#features/rooms/contract.ts'
import { meditationCalls } from '#features/meditation/contract.ts'
import { previewCalls } from '#features/meditation/preview-contract.ts'
import { picturesCalls, profileCalls } from '#features/profile/contract.ts'
import { referralsCalls } from '#features/referrals/contract.ts'
import { schedulesCalls } from '#features/schedules/contract.ts'
import { sittingsCalls } from '#features/sittings/contract.ts'
import { templatesCalls } from '#features/templates/contract.ts'
import { thanksCalls } from '#features/thanks/contract.ts'
import {
  addressBansCalls,
  firstAdminCalls,
  memberDeletionCalls,
  membersCalls,
  totalsCalls,
  usersCalls,
} from '#features/users/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'

export const calls: readonly Endpoint[] = [
  authCalls,
  identityCalls,
  signUpCalls,
  externalIdentityCalls,
  accountCalls,
  profileCalls,
  picturesCalls,
  meditationCalls,
  previewCalls,
  sittingsCalls,
  communityCalls,
  zoneCalls,
  helpCalls,
  thanksCalls,
  roomCalls,
  chatCalls,
  energyCalls,
  reflectionOptInCalls,
  careCalls,
  whatHelpsCalls,
  referralsCalls,
  templatesCalls,
  schedulesCalls,
  usersCalls,
  membersCalls,
  memberDeletionCalls,
  firstAdminCalls,
  totalsCalls,
  addressBansCalls,
  activityCalls,
].flatMap((declared) => Object.values<Endpoint>(declared))

/** A call's key in the matrix. */
export function methodAndPath({ method, path }: Pick<Endpoint, 'method' | 'path'>): string {
  return `${method} ${path}`
}
