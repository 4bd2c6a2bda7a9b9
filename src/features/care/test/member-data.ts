// Where tests look for a member's data of care.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const careFacts: MemberDataFacts = {
  exported: {
    care_choices: { at: ['energy.care'], left: 'userId', why: 'the caller' },
  },
  erasedColumns: ['care_choices.userId'],
}
