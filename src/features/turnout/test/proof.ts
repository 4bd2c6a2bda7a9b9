// By hand, a second time: what the contract of the turnout declares.
import { moderators, type Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  calls: {
    'GET /api/admin/turnouts': {
      responses: moderators('200'),
      fields: '[].count [].scheduleId [].startsAt',
      request: () => ({ path: '/api/admin/turnouts?month=2026-11' }),
    },
    'GET /api/admin/turnouts of no month': {
      responses: moderators('400 invalid'),
      request: () => ({ path: '/api/admin/turnouts?month=2026-13' }),
    },
  },
}
