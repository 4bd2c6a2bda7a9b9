// A member as the calls of administrators answer one, for tests without a server.
import type { Member } from '#features/users/contract.ts'

/** Mia, unless told otherwise. */
export function fakeMember(facts: Partial<Member> = {}): Member {
  return {
    id: 3,
    name: 'Mia Member',
    email: 'mia@example.org',
    profilePicture: null,
    isAdmin: false,
    isGardenAngel: false,
    isBanned: false,
    bannedAt: null,
    bannedReason: null,
    lastLogin: null,
    lastLoginIp: null,
    profileCompleted: true,
    referralCode: 'MIAMIA23',
    referredBy: null,
    referrerName: null,
    referralCount: 0,
    quantumLovePoints: 0,
    totalTimeSpent: 0,
    createdAt: '2026-11-01T12:00:00.000Z',
    ...facts,
  }
}

/** So many, numbered from `first` on in name, address and id. */
export function fakeMembers(count: number, first = 1): Member[] {
  return Array.from({ length: count }, (_, index) => {
    const id = first + index
    return fakeMember({ id, name: `Member ${id}`, email: `member-${id}@example.org` })
  })
}
