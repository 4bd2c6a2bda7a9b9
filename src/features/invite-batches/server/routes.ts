// Routes of lists of invited people, and of their attendance.
import { adminContextOf, assertCapability } from '#features/members/server/service.ts'
import { appError } from '#server/app-error.ts'
import type { Platform } from '#server/context.ts'
import { defineRoutes, type Routes } from '#server/http/calls.ts'
import { created } from '#server/http/response.ts'
import { success } from '#shared/endpoint.ts'
import { inviteBatchesCalls } from '../contract.ts'
import { addAttendance, previewAttendance, readAttendanceFile } from './attendance-list.ts'
import {
  assertCanSend,
  createBatch,
  deleteInviteBatch,
  pauseBatch,
  resendInvite,
  sendingBlocked,
} from './batch-changes.ts'
import { listBatchesWithProgress } from './list-batches.ts'
import type { Mailboxes } from './mailboxes.ts'
import { countPeople, judgePeople, readPeopleList } from './people-list.ts'
import { isBatch, listBatches } from './sql/batches.ts'

interface RoutesDeps {
  mailboxes: Mailboxes
  /** Sends the mails of a committed transaction now, instead of at the next poll. */
  sendQueued: () => void
}

export function createInviteBatchesRoutes({ mailboxes, sendQueued }: RoutesDeps): Routes {
  const attendanceFile = (
    { calendar }: Pick<Platform, 'calendar'>,
    { text, dateOrder }: { text: string; dateOrder?: 'day-first' | 'month-first' | undefined },
  ) => readAttendanceFile({ text, dateOrder: dateOrder ?? null, today: calendar.today() })

  return defineRoutes(inviteBatchesCalls, {
    previewInviteBatch: async (context, { body: { text } }) => {
      const people = await readPeopleList(text)
      const { adminId, now } = adminContextOf(context)
      const listed = await context.database.transaction(async (tx) => {
        await assertCapability(tx, adminId, 'community.administer')
        return judgePeople(tx, mailboxes, { people, now })
      })
      return { counts: countPeople(listed), people: listed.map(({ person }) => person) }
    },
    createInviteBatch: async (context, { body: { text, sentence } }) => {
      assertCanSend(context)
      const people = await readPeopleList(text)
      const batch = await context.runIdempotent(
        (tx) => createBatch(tx, { admin: adminContextOf(context), mailboxes }, { people, sentence }),
        sendQueued,
      )
      return created(batch)
    },
    inviteBatches: async (context) => ({
      batches: await listBatchesWithProgress(context.database.query, new Date(context.clock.now())),
      blocked: sendingBlocked(context),
    }),
    inviteBatchNames: async ({ database }) => ({ batches: await listBatches(database.query) }),
    pauseInviteBatch: async (context, { params: { id }, body: { isPaused } }) => {
      if (!isPaused) assertCanSend(context)
      const admin = adminContextOf(context)
      await context.database.transaction((tx) => pauseBatch(tx, admin, { id, isPaused }))
      sendQueued()
      return success
    },
    deleteInviteBatch: async (context, { params: { id } }) => {
      await context.database.transaction((tx) => deleteInviteBatch(tx, adminContextOf(context), id))
      return success
    },
    resendInvite: async (context, { params: { id }, body: { recipientId } }) => {
      assertCanSend(context)
      const admin = adminContextOf(context)
      await context.database.transaction((tx) => resendInvite(tx, admin, { id, recipientId }))
      sendQueued()
      return success
    },
    previewAttendance: async (context, { params: { id }, body }) => {
      const rows = await attendanceFile(context, body)
      const { adminId } = adminContextOf(context)
      return context.database.transaction(async (tx) => {
        await assertCapability(tx, adminId, 'community.administer')
        if (!(await isBatch(tx, id))) throw appError('not_found')
        return previewAttendance(tx, id, rows)
      })
    },
    addAttendance: async (context, { params: { id }, body }) => {
      const rows = await attendanceFile(context, body)
      return context.runIdempotent((tx) => addAttendance(tx, adminContextOf(context), { batchId: id, rows }))
    },
  })
}
