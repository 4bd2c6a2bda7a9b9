// A member with a connection, for tests that need one and no database.
import type { User } from '#server/context.ts'

const somebody: User = {
  id: 1,
  uid: 'uid-1',
  name: 'Somebody',
  email: 'somebody@example.org',
  pendingEmail: null,
  profilePicture: null,
  isAdmin: false,
  isGardenAngel: false,
  isBanned: false,
  bannedReason: null,
  profileCompleted: true,
  createdAt: '2026-11-21T18:00:00.000Z',
}

/** Whose a connection of theirs is. */
export const connectionOwner = {
  user: somebody,
  persona: 'member',
  sessionId: 1,
  aliveUntilMs: Infinity,
  address: '',
  exempt: false,
} as const
