// Moderation API for moderators: cases, decisions, mutes, notes, and the room's slow mode.
import * as z from 'zod/mini'
import { slowSecondsChoices } from '#features/chat/slow-mode.ts'
import { memberErrors } from '#features/members/errors.ts'
import { decisionReasonIdSchema } from '#shared/decision-reasons.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { banMinutes } from './contract.ts'
import { moderationErrors } from './errors.ts'
import { muteSchema, reportReasons } from './member-contract.ts'

const personSchema = z.object({ id: z.int(), name: z.string(), profilePicture: z.nullable(z.string()) })
const namedSchema = z.object({ id: z.int(), name: z.string() })

/** The gentlest first. */
export const decisionActions = ['support', 'none', 'remove', 'remind', 'mute', 'ban'] as const
export type DecisionAction = (typeof decisionActions)[number]

/** The lengths of a mute. */
export const muteMinutes = [10, 60, 1_440, 10_080] as const

const decisionSchema = z.object({
  action: z.enum(decisionActions),
  /** In the reader's language; null for none. */
  reason: z.nullable(z.string()),
  sentence: z.string(),
  /** Of a mute, and of a ban that ends by itself. */
  minutes: z.nullable(z.int()),
  /** Null for an erased account. */
  by: z.nullable(namedSchema),
  decidedAt: timestampSchema,
  undoneAt: z.nullable(timestampSchema),
  undoneBy: z.nullable(namedSchema),
  /** Whether the caller may undo it now. */
  mayBeUndone: z.boolean(),
})

/** A message that was reported or dealt with. */
const caseMessageSchema = z.object({
  /** Null once the message's days are over. */
  id: z.nullable(z.int()),
  /** As it was then; empty once its author's account is erased. */
  text: z.string(),
  sentAt: z.nullable(timestampSchema),
  isDeleted: z.boolean(),
  isFolded: z.boolean(),
})

export const caseSchema = z.object({
  id: z.int(),
  version: z.int(),
  createdAt: timestampSchema,
  /** Whom it is about; null for an erased account. */
  member: z.nullable(personSchema),
  /** Null for a case about a member alone. */
  message: z.nullable(caseMessageSchema),
  /** Oldest first. */
  reports: z.array(
    z.object({
      id: z.int(),
      reporter: z.nullable(namedSchema),
      reason: z.enum(reportReasons),
      note: z.string(),
      createdAt: timestampSchema,
    }),
  ),
  /** Who has it open, for at most ten minutes after their page last said so. */
  claim: z.nullable(z.object({ by: namedSchema, untilAt: timestampSchema })),
  decision: z.nullable(decisionSchema),
})
export type Case = z.infer<typeof caseSchema>
export type Decision = z.infer<typeof decisionSchema>

const spokenSchema = z.object({
  id: z.int(),
  text: z.string(),
  sentAt: timestampSchema,
  isDeleted: z.boolean(),
})
export type SpokenMessage = z.infer<typeof spokenSchema>

const obstacleSchema = z.nullable(z.enum(['self', 'administrator', 'garden_angel']))

/** What moderators know of a member. */
export const memberRecordSchema = z.object({
  member: personSchema,
  mute: z.nullable(muteSchema),
  /** Why the caller can't do that to them; null when they can. */
  obstacles: z.object({ mute: obstacleSchema, ban: obstacleSchema }),
  /** Newest first. */
  cases: z.array(z.object({ id: z.int(), createdAt: timestampSchema, decision: z.nullable(decisionSchema) })),
  /** What they said in the last 90 days, newest first; at most 100. */
  messages: z.array(spokenSchema),
  /** Newest first. */
  notes: z.array(
    z.object({ id: z.int(), text: z.string(), by: z.nullable(namedSchema), createdAt: timestampSchema }),
  ),
})
export type ModerationRecord = z.infer<typeof memberRecordSchema>

export const sentenceMaxChars = 500
export const noteMaxChars = 1_000

const sentenceSchema = textSchema({
  max: sentenceMaxChars,
  tooLong: (facts) => t('A sentence has at most {max} characters.', facts),
})

const byId = z.object({ id: idInPathSchema })
const byUser = z.object({ userId: idInPathSchema })
const version = z.int()
const decided = { version, reason: decisionReasonIdSchema, sentence: z.optional(sentenceSchema) }
const minutesOf = <const Minutes extends readonly number[]>(minutes: Minutes) =>
  z.literal(minutes, { error: () => t('Please choose one of these lengths.') })
const decisionErrors = ['not_found', 'changed_meanwhile', 'taken'] as const
const moderateLimits = [{ per: 'caller', perMinute: 60 }] as const

export const casesCalls = {
  /** Open ones: worries about their member first, then the oldest. Decided ones newest first. At most 200. */
  cases: endpoint({
    method: 'GET',
    path: '/api/moderation/cases',
    isSilent: true,
    needs: 'chat.moderate',
    query: z.strictObject({ state: z.enum(['open', 'decided']) }),
    response: z.object({ cases: z.array(caseSchema) }),
  }),
  /** A case with what was said around its message, and its member's record. Changes nothing. */
  caseById: endpoint({
    method: 'GET',
    path: '/api/moderation/cases/:id',
    isSilent: true,
    needs: 'chat.moderate',
    params: byId,
    response: z.object({
      case: caseSchema,
      /** Five messages of the room before it and after it, by anyone, oldest first. */
      before: z.array(z.extend(spokenSchema, { by: namedSchema })),
      after: z.array(z.extend(spokenSchema, { by: namedSchema })),
      record: z.nullable(memberRecordSchema),
    }),
    errors: ['not_found'],
  }),
  /** Again every minute while it is open; 409 `taken` while another moderator has it. */
  claimCase: endpoint({
    method: 'PUT',
    path: '/api/moderation/cases/:id/claim',
    isSilent: true,
    needs: 'chat.moderate',
    params: byId,
    body: z.strictObject({ version }),
    response: caseSchema,
    limits: moderateLimits,
    errors: decisionErrors,
  }),
  releaseCase: endpoint({
    method: 'DELETE',
    path: '/api/moderation/cases/:id/claim',
    isSilent: true,
    needs: 'chat.moderate',
    params: byId,
    response: successSchema,
    limits: moderateLimits,
    errors: ['not_found'],
  }),
  /** A garden angel decides at most 60 cases and bans at most 5 members within an hour; then 429 with the minutes. */
  decideCase: endpoint({
    method: 'PUT',
    path: '/api/moderation/cases/:id',
    isSilent: true,
    needs: 'chat.moderate',
    params: byId,
    body: z.discriminatedUnion('action', [
      /** Where someone worries about the member alone; else 403. */
      z.strictObject({ version, action: z.literal('support'), sentence: z.optional(sentenceSchema) }),
      z.strictObject({ ...decided, action: z.literal('none'), reason: z.optional(decisionReasonIdSchema) }),
      z.strictObject({ ...decided, action: z.literal('remove') }),
      z.strictObject({ ...decided, action: z.literal('remind') }),
      z.strictObject({ ...decided, action: z.literal('mute'), minutes: minutesOf(muteMinutes) }),
      z.strictObject({ ...decided, action: z.literal('ban'), minutes: z.optional(minutesOf(banMinutes)) }),
    ]),
    response: caseSchema,
    limits: moderateLimits,
    errors: [
      ...decisionErrors,
      moderationErrors.reason_unknown,
      memberErrors.target_is_self,
      memberErrors.target_is_admin,
    ],
  }),
  /** Within 24 hours; a ban by administrators alone. */
  undoDecision: endpoint({
    method: 'POST',
    path: '/api/moderation/cases/:id/undo',
    isSilent: true,
    needs: 'chat.moderate',
    params: byId,
    body: z.strictObject({ version }),
    response: caseSchema,
    limits: moderateLimits,
    errors: ['not_found', 'changed_meanwhile', moderationErrors.undo_over],
  }),
  /** Members only: staff can't be muted. */
  mute: endpoint({
    method: 'POST',
    path: '/api/moderation/mutes/:userId',
    isSilent: true,
    needs: 'chat.moderate',
    params: byUser,
    body: z.strictObject({
      minutes: minutesOf(muteMinutes),
      reason: decisionReasonIdSchema,
      sentence: z.optional(sentenceSchema),
    }),
    response: muteSchema,
    limits: moderateLimits,
    errors: ['not_found', moderationErrors.reason_unknown],
  }),
  /** Ends every mute of a member; nothing happens without one. */
  unmute: endpoint({
    method: 'DELETE',
    path: '/api/moderation/mutes/:userId',
    isSilent: true,
    needs: 'chat.moderate',
    params: byUser,
    response: successSchema,
    limits: moderateLimits,
    errors: ['not_found'],
  }),
  memberRecord: endpoint({
    method: 'GET',
    path: '/api/moderation/members/:userId',
    isSilent: true,
    needs: 'chat.moderate',
    params: byUser,
    response: memberRecordSchema,
    errors: ['not_found'],
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/api/moderation/members/:userId/notes',
    isSilent: true,
    needs: 'chat.moderate',
    params: byUser,
    body: z.strictObject({
      text: textSchema({
        max: noteMaxChars,
        empty: () => t('A note can’t be empty.'),
        tooLong: (facts) => t('A note has at most {max} characters.', facts),
      }),
    }),
    response: memberRecordSchema,
    creates: true,
    isIdempotent: true,
    limits: moderateLimits,
    errors: ['not_found'],
  }),
  /** The reasons of decisions, in the reader's language. */
  reasons: endpoint({
    method: 'GET',
    path: '/api/moderation/reasons',
    isSilent: true,
    needs: 'chat.moderate',
    response: z.object({ reasons: z.array(z.object({ id: z.string(), text: z.string() })) }),
  }),
  /** For every room until it is changed again; moderators may write all the same. */
  setSlowMode: endpoint({
    method: 'PUT',
    path: '/api/moderation/room',
    needs: 'chat.moderate',
    body: z.strictObject({
      slowSeconds: z.literal(slowSecondsChoices, { error: () => t('Please choose one of these times.') }),
    }),
    response: z.object({ slowSeconds: z.int() }),
    limits: moderateLimits,
  }),
}

/** A line of an undo of many decisions. */
const undoneLineSchema = z.object({
  case: caseSchema,
  /** Null where it was undone. */
  obstacle: z.nullable(z.literal('undone')),
})

export const oversightCalls = {
  /** How moderation went in the last 30 days, and which bans by garden angels no administrator has seen. */
  oversight: endpoint({
    method: 'GET',
    path: '/api/admin/moderation',
    isSilent: true,
    needs: 'community.administer',
    response: z.object({
      openCases: z.int(),
      /** Null without one. */
      oldestAt: z.nullable(timestampSchema),
      /** From the first report to the decision; null without one. */
      medianMinutes: z.nullable(z.number()),
      /** Of the decisions, from 0 to 1; null without one. */
      undoneShare: z.nullable(z.number()),
      /** By the number of their decisions. */
      moderators: z.array(z.object({ moderator: namedSchema, decided: z.int(), undone: z.int() })),
      unseenBans: z.array(caseSchema),
    }),
  }),
  seeBan: endpoint({
    method: 'PUT',
    path: '/api/admin/moderation/bans/:id',
    isSilent: true,
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({ isSeen: z.literal(true) }),
    response: successSchema,
    limits: moderateLimits,
    errors: ['not_found'],
  }),
  /** Undoes all decisions of one moderator within the last 24 hours, in one transaction. */
  undoAllOf: endpoint({
    method: 'POST',
    path: '/api/admin/moderation/moderators/:userId/undo',
    isSilent: true,
    needs: 'community.administer',
    params: byUser,
    response: z.object({ lines: z.array(undoneLineSchema) }),
    limits: moderateLimits,
    errors: ['not_found'],
  }),
}
