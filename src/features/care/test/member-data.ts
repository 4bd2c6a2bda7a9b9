// Where tests look for a member's data of care.
import type { MemberDataFacts } from '#test/data/member-data.ts'
import { request } from '#test/request.ts'

export const careFacts: MemberDataFacts = {
  exported: {
    care_choices: { at: ['energy.care'], left: 'userId', why: 'the caller' },
  },
  erasedColumns: ['care_choices.userId'],
  insertCanary: async (app, { canary }) => {
    await request(app, 'PUT /api/mood/care', { as: canary, body: { isOffered: true } })
  },
}
