// Where tests look for a member's data of schedules.
import type { MemberDataFacts } from '#test/member-data.ts'

export const schedulesFacts: MemberDataFacts = {
  notExported: {
    schedules: 'no member’s data',
  },
}
