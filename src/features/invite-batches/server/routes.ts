// Routes of lists of invited people, and of the time offered to a member.
import { adminContextOf, assertNotBanned } from '#features/members/server/service.ts'
import { insertPracticeBatch } from '#features/practice/server/service.ts'
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
  deleteBatch,
  pauseBatch,
  resendInvite,
  sendingBlocked,
} from './batch-changes.ts'
import { listBatchesWithProgress } from './list-batches.ts'
import type { Mailboxes } from './mailboxes.ts'
import { countPeople, judgePeople, readPeopleList } from './people-list.ts'
import { isBatch } from './sql/batches.ts'
import { deleteOfferedTimeOf, findOfferedTotals } from './sql/offered-time.ts'

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
    previewInviteBatch: async ({ clock, database }, { body: { text } }) => {
      const people = await readPeopleList(text)
      const judged = await judgePeople(database.query, mailboxes, { people, now: new Date(clock.now()) })
      const listed = judged.map(({ person }) => person)
      return { counts: countPeople(listed), people: listed }
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
    pauseInviteBatch: async (context, { params: { id }, body: { isPaused } }) => {
      if (!isPaused) assertCanSend(context)
      const admin = adminContextOf(context)
      await context.database.transaction((tx) => pauseBatch(tx, admin, { id, isPaused }))
      sendQueued()
      return success
    },
    deleteInviteBatch: async (context, { params: { id } }) => {
      await context.database.transaction((tx) => deleteBatch(tx, adminContextOf(context), id))
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
      if (!(await isBatch(context.database.query, id))) throw appError('not_found')
      return previewAttendance(context.database.query, id, await attendanceFile(context, body))
    },
    addAttendance: async (context, { params: { id }, body }) => {
      const rows = await attendanceFile(context, body)
      return context.runIdempotent((tx) => addAttendance(tx, adminContextOf(context), { batchId: id, rows }))
    },
    offeredTime: async ({ caller, database }) => ({
      offered: await findOfferedTotals(database.query, caller.user.id),
    }),
    answerOfferedTime: async ({ caller, clock, community, runIdempotent }, { body: { keep } }) => {
      const userId = caller.user.id
      const { name: label } = community.settings()
      return runIdempotent(async (tx) => {
        await assertNotBanned(tx, userId)
        const offered = await deleteOfferedTimeOf(tx, userId)
        if (!keep || offered.length === 0) return { imported: 0, skipped: 0 }
        const sits = offered.map(({ date, minutes }) => ({
          day: date,
          startedAt: null,
          minutes,
          title: null,
        }))
        const now = new Date(clock.now())
        const { imported, skipped } = await insertPracticeBatch(tx, {
          userId,
          source: 'community',
          label,
          sits,
          now,
        })
        return { imported, skipped }
      })
    },
  })
}
