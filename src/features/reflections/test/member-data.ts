// Where tests look for a member's data of reflections.
import type { MemberDataFacts } from '#test/data/member-data.ts'
import { request } from '#test/request.ts'

export const reflectionsFacts: MemberDataFacts = {
  exported: {
    reflection_opt_ins: { at: ['energy'], left: 'userId', why: 'the caller' },
  },
  renamed: {
    reflection_opt_ins: { isOptedIn: 'reflectionOptIn' },
  },
  notExported: {
    sitting_reflections: 'one number for all members of a sitting',
  },
  erasedColumns: ['reflection_opt_ins.userId'],
  insertCanary: async (app, { canary }) => {
    await request(app, 'PUT /api/mood/reflection-opt-in', { as: canary, body: { isOptedIn: true } })
  },
}
