// Invite batches API: lists of people that administrators invite, their attendance, and the time offered to a member.
import * as z from 'zod/mini'
import {
  attendanceTextMaxChars,
  inviteSentenceMaxChars,
  invitedPeopleTextMaxChars,
} from '#shared/constants.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { dateOrders } from '#shared/file-dates.ts'
import { languages, t } from '#shared/i18n/t.ts'
import { idInBodySchema, idInPathSchema } from '#shared/id.ts'
import { isStorable, textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { attendanceProblems } from './attendance.ts'
import { inviteBatchErrors } from './errors.ts'
import { personProblems } from './people.ts'

/** Whether a person of a list can be invited; `bad-…` and `twice` are about the row itself. */
export const personStates = ['ready', 'member', 'invited', 'refused', ...personProblems] as const
export type PersonState = (typeof personStates)[number]

const listedPersonSchema = z.object({
  row: z.int(),
  email: z.string(),
  name: z.nullable(z.string()),
  /** Shown in the preview alone: it is neither stored nor mailed. */
  note: z.string(),
  language: z.nullable(z.enum(languages)),
  state: z.enum(personStates),
  /** The earlier row of the same mailbox, for `twice`. */
  sameAs: z.nullable(z.int()),
})
export type ListedPersonState = z.infer<typeof listedPersonSchema>

/** The text of a table: pasted, or a file that the browser has decoded. */
function tableTextSchema(max: number, megabytes: number) {
  const error = () => t('This is larger than {megabytes, number} MB.', { megabytes })
  const notText = () => t('This must be text.')
  return z.string({ error: notText }).check(
    z.refine(isStorable, { error: notText }),
    z.refine((text) => text.trim() !== '', { error: () => t('Please paste a list or choose a file.') }),
    z.refine((text) => text.length <= max, { error, params: { maxLength: max } }),
  )
}

const peopleText = tableTextSchema(invitedPeopleTextMaxChars, 1)
const attendanceInput = z.strictObject({
  text: tableTextSchema(attendanceTextMaxChars, 5),
  /** How the file writes 03/04; needed if all of its dates are ambiguous. */
  dateOrder: z.optional(z.enum(dateOrders)),
})

/** How many people, by their state. */
const countsSchema = z.object({
  ready: z.int(),
  member: z.int(),
  invited: z.int(),
  refused: z.int(),
  bad: z.int(),
  twice: z.int(),
})

const recipientSchema = z.object({ id: z.int(), email: z.string() })

/** What names a list. */
const inviteBatchNameSchema = z.object({
  id: z.int(),
  createdAt: timestampSchema,
  /** Null once their account was deleted. */
  maker: z.nullable(z.object({ id: z.int(), name: z.string() })),
})
export type InviteBatchName = z.infer<typeof inviteBatchNameSchema>

export const inviteBatchSchema = z.extend(inviteBatchNameSchema, {
  sentence: z.string(),
  /** Mails wait, and none is sent until it is resumed. */
  isPaused: z.boolean(),
  /** Of all people of the list. */
  total: z.int(),
  waiting: z.int(),
  sent: z.int(),
  joined: z.int(),
  refused: z.int(),
  bounced: z.int(),
  /** On their way when the server stopped: they may have arrived. */
  perhapsSent: z.int(),
  /** The first of them. */
  bounces: z.array(z.extend(recipientSchema, { reason: z.string() })),
  perhaps: z.array(recipientSchema),
  /** Attendance that its people haven't kept yet. */
  attendance: z.object({ people: z.int(), minutes: z.int() }),
})
export type InviteBatch = z.infer<typeof inviteBatchSchema>

const attendanceResultSchema = z.object({
  /** All dates of the file may be read both ways: the call is made again with a `dateOrder`. */
  isOrderNeeded: z.boolean(),
  ready: z.object({ rows: z.int(), people: z.int(), minutes: z.int() }),
  /** Rows that aren't taken. */
  skipped: z.int(),
})
const attendanceStates = ['not-invited', ...attendanceProblems] as const
const attendancePreviewSchema = z.extend(attendanceResultSchema, {
  /** The first rows that aren't taken. */
  problems: z.array(
    z.object({
      row: z.int(),
      email: z.string(),
      date: z.string(),
      state: z.enum(attendanceStates),
    }),
  ),
})
export type AttendanceState = (typeof attendanceStates)[number]
export type AttendancePreview = z.infer<typeof attendancePreviewSchema>

const byId = z.object({ id: idInPathSchema })
/** Escaped, a text may be twice as long. */
const peopleBodyMaxBytes = 2 * invitedPeopleTextMaxChars + 4_096
const attendanceBodyMaxBytes = 2 * attendanceTextMaxChars + 4_096
const limits = [{ per: 'caller', perMinute: 30 }] as const
const tableLimits = [{ per: 'caller', bucket: 'invite-tables', perMinute: 20 }] as const

export const inviteBatchesCalls = {
  /** Reads a list and says of each row whether it would be invited; stores nothing (JOIN-01). */
  previewInviteBatch: endpoint({
    method: 'POST',
    path: '/api/admin/invites/import/preview',
    needs: 'community.administer',
    body: z.strictObject({ text: peopleText }),
    response: z.object({ counts: countsSchema, people: z.array(listedPersonSchema) }),
    bodyMaxBytes: peopleBodyMaxBytes,
    limits: tableLimits,
    isCompressed: true,
  }),
  /** Invites the people that the preview calls ready. Their mails leave one after the other (JOIN-02, JOIN-05). */
  createInviteBatch: endpoint({
    method: 'POST',
    path: '/api/admin/invites/import',
    needs: 'community.administer',
    body: z.strictObject({
      text: peopleText,
      /** How the community has these addresses: each mail says it. */
      sentence: textSchema({
        max: inviteSentenceMaxChars,
        empty: () => t('Please say how your community got these addresses.'),
      }),
    }),
    response: z.object({ id: z.int(), counts: countsSchema }),
    bodyMaxBytes: peopleBodyMaxBytes,
    limits: tableLimits,
    errors: [
      inviteBatchErrors.invites_without_mail,
      inviteBatchErrors.invites_while_closed,
      inviteBatchErrors.no_one_to_invite,
    ],
    creates: true,
    isIdempotent: true,
  }),
  /** The newest, with their progress. */
  inviteBatches: endpoint({
    method: 'GET',
    path: '/api/admin/invites/batches',
    needs: 'community.administer',
    response: z.object({
      batches: z.array(inviteBatchSchema),
      /** Why no list can be invited now; null if one can. */
      blocked: z.nullable(z.enum(['no-mail', 'closed'])),
    }),
  }),
  /** All lists, newest first (USR-31). */
  inviteBatchNames: endpoint({
    method: 'GET',
    path: '/api/admin/invites/batches/names',
    needs: 'community.administer',
    response: z.object({ batches: z.array(inviteBatchNameSchema) }),
  }),
  /** Stops the mails of a list, or goes on with them. */
  pauseInviteBatch: endpoint({
    method: 'PUT',
    path: '/api/admin/invites/batches/:id',
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({ isPaused: z.boolean() }),
    response: successSchema,
    limits,
    errors: ['not_found', inviteBatchErrors.invites_without_mail, inviteBatchErrors.invites_while_closed],
  }),
  /** Deletes a list with its unused invitations, addresses and attendance. People who joined stay. */
  deleteInviteBatch: endpoint({
    method: 'DELETE',
    path: '/api/admin/invites/batches/:id',
    needs: 'community.administer',
    params: byId,
    response: successSchema,
    limits,
    errors: ['not_found'],
  }),
  /** Sends a mail once more that may have arrived; 404 if it has meanwhile turned out to be sent, or was answered. */
  resendInvite: endpoint({
    method: 'POST',
    path: '/api/admin/invites/batches/:id/send-again',
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({ recipientId: idInBodySchema('A recipient') }),
    response: successSchema,
    limits,
    errors: ['not_found', inviteBatchErrors.invites_without_mail, inviteBatchErrors.invites_while_closed],
  }),
  /** Reads a file of attendance; stores nothing (JOIN-06). */
  previewAttendance: endpoint({
    method: 'POST',
    path: '/api/admin/invites/batches/:id/attendance/preview',
    needs: 'community.administer',
    params: byId,
    body: attendanceInput,
    response: attendancePreviewSchema,
    bodyMaxBytes: attendanceBodyMaxBytes,
    limits: tableLimits,
    errors: ['not_found'],
  }),
  /** Adds the rows that the preview calls ready: each person of the list may keep theirs. */
  addAttendance: endpoint({
    method: 'POST',
    path: '/api/admin/invites/batches/:id/attendance',
    needs: 'community.administer',
    params: byId,
    body: attendanceInput,
    response: attendanceResultSchema,
    bodyMaxBytes: attendanceBodyMaxBytes,
    limits: tableLimits,
    errors: ['not_found'],
    isIdempotent: true,
  }),
}

const offeredTimeSchema = z.object({
  minutes: z.int(),
  sits: z.int(),
  from: z.iso.date(),
  to: z.iso.date(),
})
export type OfferedTime = z.infer<typeof offeredTimeSchema>

export const offeredTimeCalls = {
  /** The time that the community recorded for the caller's confirmed address; null without any. */
  offeredTime: endpoint({
    method: 'GET',
    path: '/api/account/offered-time',
    needs: 'meditation.join',
    response: z.object({
      offered: z.nullable(offeredTimeSchema),
    }),
  }),
  /** Keeps all of it in the caller's own history, or deletes it. `imported` and `skipped` count sits. */
  answerOfferedTime: endpoint({
    method: 'POST',
    path: '/api/account/offered-time',
    needs: 'meditation.join',
    body: z.strictObject({ keep: z.boolean() }),
    response: z.object({ imported: z.int(), skipped: z.int() }),
    limits,
    isIdempotent: true,
  }),
}
