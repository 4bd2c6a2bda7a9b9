// By hand, a second time: what the contract of referrals declares, and where its members’ data is.
import type { TestApp } from '#test/app.ts'
import { makeReferral, makeReferralCode } from '#test/data/referral-factories.ts'
import { type SampleRequest, missingId, otherUserId, withTraits } from '#test/gates/matrix/sample-requests.ts'
import { administrators, everyone, members, type Proof } from '#test/gates/proof.ts'
import { personFields, signIn, type TestUser } from '#test/people/people.ts'

/** A GET about the caller, or about the other member in column O. */
const ofMember =
  (what: string): SampleRequest =>
  ({ aimed, other }) => ({ path: `/api/user/${aimed?.userId || other.userId}/${what}` })

const ofOther =
  (what: string): SampleRequest =>
  ({ other }) => ({ path: `/api/user/${other.userId}/${what}` })

const ofNobody =
  (what: string): SampleRequest =>
  () => ({ path: `/api/user/${missingId}/${what}` })

interface Pair {
  app: TestApp
  friend: TestUser
  referrer: TestUser
}

/** A friend to be credited to a referrer, in a given state. */
const attribution = (change: (pair: Pair) => Promise<object> | object): SampleRequest =>
  withTraits({ insertsOncePerMember: true }, async ({ app, other, serial }) => {
    const referrer = await signIn(app, `referrer-${serial}`, personFields.mo)
    const referralCode = await makeReferralCode(app, referrer)
    const body = { referreeId: other.userId, referrerId: referrer.userId, referralCode }
    return { body: { ...body, ...(await change({ app, friend: other, referrer })) } }
  })

/** Changes the referrer's row. */
const referrerIs = (input: object) =>
  attribution(async ({ app, referrer }) => {
    await app.database.query.updateTable('users').set(input).where('id', '=', referrer.userId).execute()
    return {}
  })

const moment = '2026-11-20T12:00:00.000Z'

export const proof: Proof = {
  calls: {
    'GET /api/referral/validate/:code': {
      responses: everyone('200'),
      fields: 'isEnded proposedName referrer.name valid',
      limits: [
        { per: 'address', max: 10, within: 1 },
        { per: 'address', max: 100, within: 1440 },
      ],
      request: () => ({ path: '/api/referral/validate/0ABCDEF1' }),
    },
    'POST /api/referral/validate': {
      responses: everyone('200'),
      fields: 'isEnded proposedName referrer.name valid',
      limits: [
        { per: 'address', max: 10, within: 1 },
        { per: 'address', max: 100, within: 1440 },
      ],
      request: () => ({ body: { code: '0ABCDEF1' } }),
    },
    'GET /api/user/:id/referral-code': {
      responses: members('200', { O: '403 forbidden' }),
      fields: 'referralCode',
      request: ofMember('referral-code'),
    },
    'GET /api/user/:id/referral-code of somebody else': {
      responses: administrators('200'),
      request: ofOther('referral-code'),
    },
    'GET /api/user/:id/referral-code of nobody': {
      responses: administrators('404 not_found'),
      request: ofNobody('referral-code'),
    },
    'GET /api/user/:id/referrals': {
      responses: members('200', { O: '403 forbidden' }),
      fields: `
        referrals[].completedAt referrals[].createdAt referrals[].id referrals[].referralCode
        referrals[].referredId referrals[].referrerId referrals[].rewardGiven referrals[].status`,
      request: ofMember('referrals'),
    },
    'GET /api/user/:id/referrals of somebody else': {
      responses: administrators('200'),
      request: ofOther('referrals'),
    },
    'GET /api/user/:id/referrals of nobody': {
      responses: administrators('404 not_found'),
      request: ofNobody('referrals'),
    },
    'GET /api/user/:id/quantum-love': {
      responses: members('200', { O: '403 forbidden' }),
      fields: `
        points transactions[].amount transactions[].createdAt transactions[].description transactions[].id
        transactions[].referralId transactions[].type transactions[].userId`,
      request: ofMember('quantum-love'),
    },
    'GET /api/user/:id/quantum-love of somebody else': {
      responses: administrators('200'),
      request: ofOther('quantum-love'),
    },
    'GET /api/user/:id/quantum-love of nobody': {
      responses: administrators('404 not_found'),
      request: ofNobody('quantum-love'),
    },
    'POST /api/user/generate-referral-code': {
      responses: members('201', { O: '400 invalid' }),
      fields: 'referralCode',
      limits: [{ per: 'caller', max: 5, within: 1 }],
      request: (input) => {
        const body = otherUserId(input)
        return body.userId === undefined ? {} : { body }
      },
    },
    'POST /api/user/generate-referral-code with a code already': {
      responses: members('200'),
      request: async ({ app, caller }) => {
        if (caller && caller.userId > 0) await makeReferralCode(app, caller)
        return {}
      },
    },
    'POST /api/admin/referral/manual-attribute': {
      responses: administrators('200'),
      fields: `
        details.referral.completedAt details.referral.createdAt details.referral.id
        details.referral.referralCode details.referral.referredId details.referral.referrerId
        details.referral.rewardGiven details.referral.status details.referree.id details.referree.name
        details.referrer.id details.referrer.name`,
      limits: [{ per: 'caller', max: 120, within: 1 }],
      request: attribution(() => ({})),
    },
    'POST /api/admin/referral/manual-attribute of themselves': {
      responses: administrators('400 referral_to_self'),
      request: attribution(({ referrer }) => ({ referreeId: referrer.userId })),
    },
    "POST /api/admin/referral/manual-attribute of the referrer's own referrer": {
      responses: administrators('400 referral_cycle'),
      request: attribution(async ({ app, friend, referrer }) => {
        await makeReferral(app, friend, referrer)
        return {}
      }),
    },
    'POST /api/admin/referral/manual-attribute to a banned referrer': {
      responses: administrators('400 referrer_banned'),
      request: referrerIs({
        isBanned: true,
        bannedAt: moment,
        bannedReason: 'Unkind',
      }),
    },
    'POST /api/admin/referral/manual-attribute to a deleted referrer': {
      responses: administrators('400 referrer_deleted'),
      request: referrerIs({ deletedAt: moment }),
    },
    "POST /api/admin/referral/manual-attribute by a code that isn't the referrer's": {
      responses: administrators('400 referral_code_mismatch'),
      request: attribution(async ({ app, friend }) => ({
        referralCode: await makeReferralCode(app, friend),
      })),
    },
    'POST /api/admin/referral/manual-attribute of nobody': {
      responses: administrators('404 not_found'),
      request: attribution(() => ({ referreeId: missingId })),
    },
    'POST /api/admin/referral/manual-attribute to the same referrer again': {
      responses: administrators('409 already_referred'),
      request: attribution(async ({ app, friend, referrer }) => {
        await makeReferral(app, referrer, friend)
        return {}
      }),
    },
    'GET /api/admin/referral/flags': {
      responses: administrators('200'),
      fields: 'flags[].count flags[].day flags[].kind flags[].referrer.id flags[].referrer.name',
    },
  },
  memberData: {
    exported: {
      referral_codes: {
        at: ['referrals.referralCode'],
        left: 'userId createdAt',
        why: 'made with the account',
      },
      referrals: {
        at: ['referrals.invitedBy', 'referrals.invited'],
        left: 'id referrerId referredId referralCode rewardGiven',
        why: 'the others by name only; the ledger has what was paid',
      },
      quantum_love_transactions: {
        at: ['referrals.quantumLove'],
        left: 'userId referralId eventKey',
        why: 'the caller; internal',
      },
    },
    renamed: { referral_codes: { code: 'referralCode' } },
    retainedColumns: {
      'referral_codes.userId': 'a code is never given to another member',
      'referrals.referrerId': 'the points of the friends depend on it',
      'referrals.referredId': 'the points of the referrer depend on it',
      'quantum_love_transactions.userId': 'the ledger must add up',
    },
  },
}
