// Where tests look for a member's data of templates.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const templatesFacts: MemberDataFacts = {
  notExported: {
    meditation_templates: 'no member’s data',
  },
}
