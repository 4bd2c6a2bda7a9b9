// Where tests look for a member's data of invitations.
import type { MemberDataFacts } from '#test/data/member-data.ts'

export const invitesFacts: MemberDataFacts = {
  notExported: { invites: 'the community’s; its maker is in the activity' },
  erasedColumns: ['invites.makerId'],
  insertCanary: async ({ database, clock }, { canary }) => {
    const createdAt = new Date(clock.now())
    const expiresAt = new Date(clock.now() + 86_400_000)
    await database.query
      .insertInto('invites')
      .values({ code: `INVITE${canary.userId}`, uses: 1, makerId: canary.userId, createdAt, expiresAt })
      .execute()
  },
}
