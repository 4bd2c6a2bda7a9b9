// By hand, a second time: what the contract of invites declares, and where its members’ data is.
import { makeInvite } from '#test/data/invites.ts'
import { missingId } from '#test/gates/matrix/sample-requests.ts'
import { administrators, type Proof } from '#test/gates/proof.ts'

export const proof: Proof = {
  calls: {
    'GET /api/admin/invites': {
      responses: administrators('200'),
      fields: `
        invites[].code invites[].createdAt invites[].expiresAt invites[].id invites[].maker.id
        invites[].maker.name invites[].revokedAt invites[].url invites[].used invites[].uses`,
    },
    'POST /api/admin/invites': {
      responses: administrators('201'),
      fields: 'code expiresAt id url used uses',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: () => ({ body: { uses: 10, days: 7 } }),
    },
    'DELETE /api/admin/invites/:id': {
      responses: administrators('200'),
      fields: 'success',
      limits: [{ per: 'caller', max: 30, within: 1 }],
      request: async ({ app }) => ({ path: `/api/admin/invites/${(await makeInvite(app)).id}` }),
    },
    'DELETE /api/admin/invites/:id that is revoked': {
      responses: administrators('200'),
      request: async ({ app }) => {
        const { id } = await makeInvite(app, { revokedAt: new Date(app.clock.now()) })
        return { path: `/api/admin/invites/${id}` }
      },
    },
    'DELETE /api/admin/invites/:id of none': {
      responses: administrators('404 not_found'),
      request: () => ({ path: `/api/admin/invites/${missingId}` }),
    },
  },
  memberData: {
    notExported: { invites: 'the community’s; its maker is in the activity' },
    insertCanary: async ({ database, clock }, { canary }) => {
      const createdAt = new Date(clock.now())
      const expiresAt = new Date(clock.now() + 86_400_000)
      await database.query
        .insertInto('invites')
        .values({ code: `INVITE${canary.userId}`, uses: 1, makerId: canary.userId, createdAt, expiresAt })
        .execute()
    },
  },
}
