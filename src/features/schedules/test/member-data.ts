// Where tests look for a member's data of schedules.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const schedulesFacts: MemberDataFacts = {
  notExported: {
    schedules: 'no member’s data',
    video_checks: 'no member’s data',
  },
}
