// Creates referral codes and referrals for tests, through the product's own code.
import { ensureReferralCode, recordReferralJoin } from '#features/referrals/server/service.ts'
import type { TestApp } from '#test/app.ts'
import { testDays } from '#test/community-days.ts'
import type { TestUser } from '#test/people/people.ts'

type Deps = Pick<TestApp, 'database' | 'clock'>
type MemberRef = Pick<TestUser, 'userId'>

/** The member's referral code, created if missing. */
export async function makeReferralCode({ database, clock }: Deps, { userId }: MemberRef): Promise<string> {
  const now = new Date(clock.now())
  const { code } = await database.transaction((tx) => ensureReferralCode(tx, { userId, now }))
  return code
}

/** Records that a friend joined by the referrer's code; the friend then has the 50 points. */
export async function makeReferral(deps: Deps, referrer: MemberRef, friend: MemberRef): Promise<void> {
  const referralCode = await makeReferralCode(deps, referrer)
  const now = new Date(deps.clock.now())
  await deps.database.transaction((tx) =>
    recordReferralJoin(tx, testDays, { userId: friend.userId, referralCode, joinedFrom: null, now }),
  )
}
