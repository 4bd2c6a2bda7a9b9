// Where tests look for a member's data of meditation.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const meditationFacts: MemberDataFacts = {
  exported: {
    meditation_sessions: {
      at: ['meditation.sessions'],
      left: 'userId templateId isOpen createdAt visibleAt',
      why: 'the title names it; internal, and of the last report alone',
    },
  },
  notExported: {
    meditation_clocks: 'the time until which a visit was credited: the visits have the same',
  },
  erasedColumns: ['meditation_clocks.userId', 'meditation_sessions.userId'],
}
