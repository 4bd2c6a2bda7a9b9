// Matrix recipes for the calls about referrals.
import type { TestApp } from '#test/app.ts'
import { cast, signIn, type TestUser } from '#test/people/cast.ts'
import { makeReferralCode, makeReferral } from '#test/data/referral-factories.ts'
import {
  missingId,
  otherUserId,
  withTraits,
  type CallRecipe,
  type MatrixRecipes,
} from '#test/gates/matrix/recipes.ts'

const ofMember = (what: string): Record<string, CallRecipe> => ({
  [`GET /api/user/:id/${what}`]: ({ aimed, other }) => ({
    path: `/api/user/${aimed?.userId || other.userId}/${what}`,
  }),
  [`GET /api/user/:id/${what} of somebody else`]: ({ other }) => ({
    path: `/api/user/${other.userId}/${what}`,
  }),
  [`GET /api/user/:id/${what} of nobody`]: () => ({ path: `/api/user/${missingId}/${what}` }),
})

interface Pair {
  app: TestApp
  friend: TestUser
  referrer: TestUser
}

/** A friend to be credited to a referrer, in a given state. */
const attribution = (change: (pair: Pair) => Promise<object> | object): CallRecipe =>
  withTraits({ insertsOncePerMember: true }, async ({ app, other, serial }) => {
    const referrer = await signIn(app, `referrer-${serial}`, cast.mo)
    const referralCode = await makeReferralCode(app, referrer)
    const body = { referreeId: other.userId, referrerId: referrer.userId, referralCode }
    return { body: { ...body, ...(await change({ app, friend: other, referrer })) } }
  })

/** Changes the referrer's row. */
const referrerIs = (facts: object) =>
  attribution(async ({ app, referrer }) => {
    await app.database.query.updateTable('users').set(facts).where('id', '=', referrer.userId).execute()
    return {}
  })

const call = 'POST /api/admin/referral/manual-attribute'
const moment = '2026-11-20T12:00:00.000Z'

export const referralsRecipes: MatrixRecipes = {
  calls: {
    'GET /api/referral/validate/:code': () => ({ path: '/api/referral/validate/0ABCDEF1' }),
    'POST /api/referral/validate': () => ({ body: { code: '0ABCDEF1' } }),
    ...ofMember('referral-code'),
    ...ofMember('referrals'),
    ...ofMember('quantum-love'),
    'POST /api/user/generate-referral-code': (facts) => {
      const body = otherUserId(facts)
      return body.userId === undefined ? {} : { body }
    },
    'POST /api/user/generate-referral-code with a code already': async ({ app, caller }) => {
      if (caller && caller.userId > 0) await makeReferralCode(app, caller)
      return {}
    },
    [call]: attribution(() => ({})),
    [`${call} of themselves`]: attribution(({ referrer }) => ({ referreeId: referrer.userId })),
    [`${call} of the referrer's own referrer`]: attribution(async ({ app, friend, referrer }) => {
      await makeReferral(app, friend, referrer)
      return {}
    }),
    [`${call} to a banned referrer`]: referrerIs({
      isBanned: true,
      bannedAt: moment,
      bannedReason: 'Unkind',
    }),
    [`${call} to a deleted referrer`]: referrerIs({ deletedAt: moment }),
    [`${call} by a code that isn't the referrer's`]: attribution(async ({ app, friend }) => ({
      referralCode: await makeReferralCode(app, friend),
    })),
    [`${call} of nobody`]: attribution(() => ({ referreeId: missingId })),
    [`${call} to the same referrer again`]: attribution(async ({ app, friend, referrer }) => {
      await makeReferral(app, referrer, friend)
      return {}
    }),
  },
}
