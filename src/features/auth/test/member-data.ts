// Where tests look for a member's data of auth.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const authFacts: MemberDataFacts = {
  exported: {
    sessions: {
      at: ['signIn.sessions'],
      left: 'id tokenHash uid emailVerified',
      why: 'the secret, and what other parts have',
    },
    identity_users: {
      at: ['signIn.credentials'],
      left: 'id image emailProvedSignedIn isCorrected',
      why: 'the uid of the account; a column that is never filled; what a confirmation counts for, and a mail',
    },
    outside_identities: { at: ['signIn.provedElsewhere'], left: 'uid', why: 'the uid of the account' },
    mailed_links: {
      at: ['signIn.mailedLinks'],
      left: 'tokenHash uid sessionId',
      why: 'the secret, the uid of the account, and a number of ours',
    },
  },
  notExported: {
    identity_accounts: 'the hash of the password; whether there is one is under credentials',
    identity_sessions: 'the provider’s own, ended as soon as they are made',
    identity_verifications: 'never filled',
    identity_removals: 'of deleted accounts',
    session_changes: 'numbers, for some minutes',
    mail_limits: 'hashes of mailboxes, for an hour',
  },
}
