// Where tests look for a member's data of energy.
import type { MemberDataFacts } from '#test/data/member-data.ts'
import { request } from '#test/request.ts'

export const energyFacts: MemberDataFacts = {
  exported: {
    mood_entries: {
      at: ['energy.entries'],
      left: 'userId notes',
      why: 'the caller; a column that is never filled',
    },
  },
  erasedColumns: ['mood_entries.userId'],
  insertCanary: async (app, { canary }) => {
    await request(app, 'POST /api/mood/entry', {
      as: canary,
      headers: { 'idempotency-key': 'canary-key' },
      body: {
        sessionDate: app.calendar.today(),
        emotionLevel: 6,
        moodType: 'pre',
        notes: null,
        comment: 'canary in the diary',
      },
    })
  },
}
