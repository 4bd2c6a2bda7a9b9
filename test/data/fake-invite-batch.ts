// A list of invited people as the server returns it, for tests of the page.
import type { InviteBatch } from '#features/invite-batches/contract.ts'

export const fakeInviteBatch: InviteBatch = {
  id: 7,
  createdAt: '2026-11-21T18:00:00.000Z',
  maker: { id: 1, name: 'Ada Adler' },
  sentence: 'You sat with us in the hall.',
  isPaused: false,
  total: 200,
  waiting: 80,
  sent: 118,
  joined: 3,
  refused: 1,
  bounced: 1,
  perhapsSent: 1,
  bounces: [{ id: 4, email: 'gone@example.org', reason: '550 No such user' }],
  perhaps: [{ id: 5, email: 'perhaps@example.org' }],
  attendance: { people: 2, minutes: 12_840 },
}
