// Routes of invites.
import { randomBytes } from 'node:crypto'
import { recordAdminActivity } from '#features/activity/server/service.ts'
import { adminContextOf, assertCapability } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { inviteCodeChars, invitesListMax } from '#shared/constants.ts'
import { dayMs } from '#shared/durations.ts'
import { success } from '#shared/endpoint.ts'
import { inviteActivities } from '../activities.ts'
import { encodeInviteCode, inviteLink } from '../codes.ts'
import { invitesCalls } from '../contract.ts'
import { insertInvite, listInvites, lockInviteForUpdate, revokeInvite } from './sql.ts'

export const invitesRoutes = defineRoutes(invitesCalls, {
  invites: async ({ clock, config, database }) => {
    const invites = await listInvites(database.query, new Date(clock.now()), invitesListMax)
    return {
      invites: invites.map((invite) => ({ ...invite, url: inviteLink(config.publicUrl, invite.code) })),
    }
  },
  createInvite: async (context, { body: { uses, days } }) => {
    const invite = await context.runIdempotent(async (tx) => {
      const admin = adminContextOf(context)
      await assertCapability(tx, admin.adminId, 'community.administer')
      const inserted = await insertInvite(tx, {
        code: encodeInviteCode(randomBytes(inviteCodeChars)),
        uses,
        createdAt: admin.now,
        expiresAt: new Date(admin.now.getTime() + days * dayMs),
        makerId: admin.adminId,
      })
      const { id, expiresAt } = inserted
      await recordAdminActivity(tx, admin, {
        kind: inviteActivities.create,
        targetId: id,
        after: { uses, expiresAt },
      })
      return inserted
    })
    return created({ ...invite, url: inviteLink(context.config.publicUrl, invite.code) })
  },
  revokeInvite: async (context, { params: { id } }) => {
    await context.database.transaction(async (tx) => {
      const admin = adminContextOf(context)
      await assertCapability(tx, admin.adminId, 'community.administer')
      const invite = await lockInviteForUpdate(tx, id)
      if (!invite) throw appError('not_found')
      const { uses, used, expiresAt, revokedAt } = invite
      if (revokedAt !== null) return
      await revokeInvite(tx, id, admin.now)
      await recordAdminActivity(tx, admin, {
        kind: inviteActivities.revoke,
        targetId: id,
        before: { uses, used, expiresAt },
      })
    })
    return success
  },
})
