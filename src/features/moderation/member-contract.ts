// Moderation API for every member: reporting a message, and what moderators told them in private.
import * as z from 'zod/mini'
import { endpoint, perHour, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { moderationErrors } from './errors.ts'

/** What is wrong with a message, as its reporter sees it. */
export const reportReasons = ['unkind', 'harassment', 'selling', 'worrying', 'other'] as const
export type ReportReason = (typeof reportReasons)[number]

export const reportNoteMaxChars = 500

const reportSchema = z.object({
  reason: z.enum(reportReasons),
  /** May be empty. */
  note: z.string(),
  createdAt: timestampSchema,
})

/** What members are told: kind words, of their message, of themselves, or thanks for a report. */
export const moderationMessageKinds = [
  'supported',
  'removed',
  'reminded',
  'muted',
  'thanked',
  'undone',
] as const

export const moderationMessageSchema = z.object({
  id: z.int(),
  kind: z.enum(moderationMessageKinds),
  /** The member's own message that it is about; empty for none, for thanks and for kind words. */
  text: z.string(),
  /** In the reader's language; null for thanks and for kind words. */
  reason: z.nullable(z.string()),
  /** What a moderator added; empty for nothing. */
  sentence: z.string(),
  /** The end of a mute; null for the others. */
  untilAt: z.nullable(timestampSchema),
  createdAt: timestampSchema,
  isSeen: z.boolean(),
})
export type ModerationMessage = z.infer<typeof moderationMessageSchema>

/** A mute in force. */
export const muteSchema = z.object({
  untilAt: timestampSchema,
  /** In the reader's language. */
  reason: z.string(),
})
export type Mute = z.infer<typeof muteSchema>

export const memberModerationCalls = {
  /** Once for each member and message: a repeat gets 200 with the first report. */
  report: endpoint({
    method: 'POST',
    path: '/api/messages/:id/report',
    isSilent: true,
    needs: 'chat.read',
    params: z.object({ id: idInPathSchema }),
    body: z.strictObject({
      reason: z.enum(reportReasons, { error: () => t('Please choose a reason.') }),
      note: z.optional(
        textSchema({
          max: reportNoteMaxChars,
          tooLong: (facts) => t('A note has at most {max} characters.', facts),
        }),
      ),
    }),
    response: reportSchema,
    creates: true,
    limits: [{ per: 'caller', ...perHour(10), isShared: true }],
    errors: ['not_found', moderationErrors.own_message],
  }),
  /** The newest first, of the last 90 days. */
  moderationMessages: endpoint({
    method: 'GET',
    path: '/api/account/moderation-messages',
    isSilent: true,
    needs: 'chat.read',
    response: z.object({ mute: z.nullable(muteSchema), messages: z.array(moderationMessageSchema) }),
  }),
  seeModerationMessage: endpoint({
    method: 'PUT',
    path: '/api/account/moderation-messages/:id',
    isSilent: true,
    needs: 'chat.read',
    params: z.object({ id: idInPathSchema }),
    body: z.strictObject({ isSeen: z.literal(true) }),
    response: successSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errors: ['not_found'],
  }),
}
