// Where tests look for a member's data of invitations.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const invitesFacts: MemberDataFacts = {
  notExported: { invites: 'the community’s; its maker is in the activity' },
  erasedColumns: ['invites.makerId'],
}
