// Where tests look for a member's data of energy.
import type { MemberDataFacts } from '#test/member-data.ts'

export const energyFacts: MemberDataFacts = {
  exported: {
    mood_entries: {
      at: ['energy.entries'],
      left: 'userId notes',
      why: 'the caller; a column that is never filled',
    },
    reflection_opt_ins: { at: ['energy'], left: 'userId', why: 'the caller' },
    care_choices: { at: ['energy.care'], left: 'userId', why: 'the caller' },
  },
  renamed: {
    reflection_opt_ins: { isOptedIn: 'reflectionOptIn' },
  },
  notExported: {
    sitting_reflections: 'one number for all members of a sitting',
  },
  erasedColumns: ['care_choices.userId', 'reflection_opt_ins.userId', 'mood_entries.userId'],
}
