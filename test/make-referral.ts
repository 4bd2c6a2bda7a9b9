// Makes referral codes and referrals for tests, by the product's own code.
import { ensureCode, join } from '#features/referrals/server/service.ts'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'

type Means = Pick<TestApp, 'database' | 'clock'>
type Somebody = Pick<Person, 'userId'>

/** The code of somebody, who gets one if need be. */
export async function makeCode({ database, clock }: Means, { userId }: Somebody): Promise<string> {
  const now = new Date(clock.now())
  const { code } = await database.transaction((tx) => ensureCode(tx, { userId, now }))
  return code
}

/** Lets a friend have joined by the code of a referrer; the friend has the 50 points then. */
export async function makeReferral(means: Means, referrer: Somebody, friend: Somebody): Promise<void> {
  const referralCode = await makeCode(means, referrer)
  const now = new Date(means.clock.now())
  await means.database.transaction((tx) =>
    join(tx, { userId: friend.userId, referralCode, joinedFrom: null, now }),
  )
}
