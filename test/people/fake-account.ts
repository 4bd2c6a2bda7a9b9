// An account and its identity as the server returns them to their owner, for tests without a server.
import type { Account, Identity } from '#features/auth/contract.ts'

/** A member's own account: Mia's, unless `overrides` say otherwise; the address follows the name. */
export function fakeAccount(overrides: Partial<Account> = {}): Account {
  const { name = 'Mia' } = overrides
  return {
    id: 7,
    name,
    email: `${name.toLowerCase()}@example.org`,
    pendingEmail: null,
    isAdmin: false,
    isGardenAngel: false,
    profilePicture: null,
    profileCompleted: true,
    isUnlisted: false,
    language: null,
    mustAcceptTerms: null,
    createdAt: '2026-11-01T12:00:00.000Z',
    ...overrides,
  }
}

/** The account's identity with the built-in provider, verified unless `overrides` say otherwise. */
export function fakeIdentity({ name, email }: Account, overrides: Partial<Identity> = {}): Identity {
  const uid = `uid-${name.toLowerCase()}`
  return { uid, email, name, emailVerified: true, provider: 'builtin', ...overrides }
}
