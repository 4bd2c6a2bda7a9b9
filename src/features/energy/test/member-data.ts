// Where tests look for a member's data of energy.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const energyFacts: MemberDataFacts = {
  exported: {
    mood_entries: {
      at: ['energy.entries'],
      left: 'userId notes',
      why: 'the caller; a column that is never filled',
    },
  },
  erasedColumns: ['mood_entries.userId'],
}
