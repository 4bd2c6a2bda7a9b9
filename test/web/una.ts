// Una, who has just signed up: her identity and her account, for tests of screens.
import type { Account, Identity } from '#features/auth/contract.ts'

export const unaIdentity: Identity = {
  uid: 'uid-una',
  email: 'una@example.org',
  name: 'Una',
  emailVerified: false,
  provider: 'builtin',
}

export const unaAccount: Account = {
  id: 9,
  name: 'Una',
  email: 'una@example.org',
  pendingEmail: null,
  isAdmin: false,
  isGardenAngel: false,
  profilePicture: null,
  profileCompleted: false,
  isUnlisted: false,
  language: null,
  mustAcceptTerms: null,
  createdAt: '2026-11-21T18:00:00.000Z',
}
