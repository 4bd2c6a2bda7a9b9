// Where tests look for a member's data of moderation.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const moderationFacts: MemberDataFacts = {
  notExported: { ip_bans: 'banned addresses belong to no member' },
  retainedColumns: { 'ip_bans.bannedBy': 'the administrator’s number, without a name' },
}
