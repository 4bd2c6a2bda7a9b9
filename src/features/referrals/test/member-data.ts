// Where tests look for a member's data of referrals.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const referralsFacts: MemberDataFacts = {
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
  renamed: {
    referral_codes: { code: 'referralCode' },
  },
  retainedColumns: {
    'referral_codes.userId': 'a code is never given to another member',
    'referrals.referrerId': 'the points of the friends depend on it',
    'referrals.referredId': 'the points of the referrer depend on it',
    'quantum_love_transactions.userId': 'the ledger must add up',
  },
}
