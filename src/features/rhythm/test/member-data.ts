// Where tests look for a member's data of rhythm.
import type { MemberDataFacts } from '#test/data/member-data.ts'
import { request } from '#test/request.ts'

export const rhythmFacts: MemberDataFacts = {
  exported: {
    rhythm_choices: { at: ['rhythm.choices'], left: 'userId', why: 'the caller' },
  },
  erasedColumns: ['rhythm_choices.userId'],
  insertCanary: async (app, { canary }) => {
    await request(app, 'PUT /api/rhythm', {
      as: canary,
      body: { daysAWeek: 3, hasStreak: true, isShown: true },
    })
  },
}
