// Where tests look for a member's data of community.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const communityFacts: MemberDataFacts = {
  notExported: {
    community_logo_files: 'no member’s data',
    community_settings: 'no member’s data',
    community_zones: 'no member’s data',
  },
}
