// A member for tests that need one and no database.
import type { User } from '#server/context.ts'

export const somebody: User = {
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
