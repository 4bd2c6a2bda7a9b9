// Where tests look for a member's data of sittings.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const sittingsFacts: MemberDataFacts = {
  notExported: {
    sittings: 'no member’s data',
  },
}
