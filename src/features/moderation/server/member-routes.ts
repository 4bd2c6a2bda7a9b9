// Routes for members: reports, and what they are told.
import { assertNotBanned } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { success } from '#shared/endpoint.ts'
import { memberModerationCalls } from '../member-contract.ts'
import { publishCasesChanged } from './case-watch.ts'
import { reportMessage } from './reports.ts'
import { listModerationMessages, markSeen } from './sql/moderation-messages.ts'
import { findMute } from './sql/mutes.ts'

/** `roomDay`: the day whose room is that of the moment. */
export function createMemberRoutes({ roomDay }: { roomDay(): Promise<string> }): Routes {
  return defineRoutes(memberModerationCalls, {
    report: async (context, { params, body: { reason, note = '' } }) => {
      const { report, isNew } = await reportMessage(context, {
        messageId: params.id,
        reporterId: context.caller.user.id,
        reason,
        note,
        roomDay: await roomDay(),
      })
      if (!isNew) return report
      await publishCasesChanged(context.bus)
      return created(report)
    },
    moderationMessages: async ({ caller, database: { query } }) => ({
      mute: await findMute(query, caller.user.id),
      messages: await listModerationMessages(query, caller.user.id),
    }),
    seeModerationMessage: async ({ caller, clock, database }, { params: { id } }) => {
      const userId = caller.user.id
      await database.transaction(async (tx) => {
        await assertNotBanned(tx, userId)
        if (!(await markSeen(tx, { id, userId, now: new Date(clock.now()) }))) throw appError('not_found')
      })
      return success
    },
  })
}
