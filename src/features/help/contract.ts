// Help API contract: a member asks the moderators during a sitting, in private.
import * as z from 'zod/mini'
import { helpTextMaxChars } from '#shared/constants.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInBodySchema, idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { helpErrors } from './errors.ts'

/** `message`: no help is asked for; a member writes about what moderators decided (MOD-06). */
export const helpKinds = ['technical', 'care', 'message'] as const
export type HelpKind = (typeof helpKinds)[number]

/** `silence` and `live`: no video is played. */
const videoKinds = ['file', 'hls', 'youtube', 'silence', 'live'] as const

/** Details that a page reports about itself. */
export const helpDetailsSchema = z.object({
  browser: z.string(),
  video: z.enum(videoKinds),
  playerError: z.nullable(z.string()),
  /** How the video keeps up with the group's; null outside one. Absent in older requests. */
  videoStatus: z.optional(z.nullable(z.string())),
  connection: z.string(),
})
export type HelpDetails = z.infer<typeof helpDetailsSchema>

/** Sent only if the member ticks it (HELP-06). */
const sentDetailsSchema = z.strictObject({
  browser: textSchema({ max: 300, empty: () => t('This can’t be empty.') }),
  video: z.enum(videoKinds),
  playerError: z.nullable(textSchema({ max: 200, empty: () => t('This can’t be empty.') })),
  videoStatus: z._default(z.nullable(textSchema({ max: 60, empty: () => t('This can’t be empty.') })), null),
  connection: textSchema({ max: 40, empty: () => t('This can’t be empty.') }),
})

export const helpMessageSchema = z.object({
  text: z.string(),
  isReply: z.boolean(),
  createdAt: timestampSchema,
})
export type HelpMessage = z.infer<typeof helpMessageSchema>

const ownRequestSchema = z.object({
  kind: z.enum(helpKinds),
  /** Name of the moderator or host who took it. */
  helper: z.nullable(z.string()),
  /** The helper has left, and another moderator may take over (HELP-04). */
  hasHelperLeft: z.boolean(),
  /** When the member last asked. */
  askedAt: timestampSchema,
  isClosed: z.boolean(),
  messages: z.array(helpMessageSchema),
})
export type OwnHelpRequest = z.infer<typeof ownRequestSchema>

const ownHelpSchema = z.object({
  /** Null before the member has asked in this sitting. */
  request: z.nullable(ownRequestSchema),
  /** Whether a moderator is in the room (HELP-05). */
  isModeratorHere: z.boolean(),
  /** Whether who holds the sitting is in the room: they see technical requests (TEACH-04). */
  isHostHere: z.boolean(),
})
export type OwnHelp = z.infer<typeof ownHelpSchema>

const personSchema = z.object({ id: z.int(), name: z.string(), profilePicture: z.nullable(z.string()) })

export const helpRequestSchema = z.object({
  id: z.int(),
  kind: z.enum(helpKinds),
  member: personSchema,
  createdAt: timestampSchema,
  takenBy: z.nullable(z.object({ id: z.int(), name: z.string(), hasLeft: z.boolean() })),
  /** Whether the caller may take it, or take it over; false for its holder (HELP-04). */
  mayBeTaken: z.boolean(),
  /** When time alone will make that true; null otherwise. */
  mayBeTakenAt: z.nullable(timestampSchema),
  details: z.nullable(helpDetailsSchema),
  messages: z.array(helpMessageSchema),
})
export type HelpRequest = z.infer<typeof helpRequestSchema>

const replySchema = textSchema({
  max: helpTextMaxChars,
  empty: () => t('A reply can’t be empty.'),
  tooLong: (facts) => t('A reply has at most {max} characters.', facts),
})

export const helpCalls = {
  /** Opens a request in the sitting under way, or adds a text to it; 409 `no_sitting` without one. */
  ask: endpoint({
    method: 'POST',
    path: '/api/help',
    isSilent: true,
    needs: 'meditation.join',
    body: z.strictObject({
      kind: z.enum(helpKinds),
      /** May be empty: pressing the button is enough. */
      text: textSchema({
        max: helpTextMaxChars,
        tooLong: (facts) => t('A message has at most {max} characters.', facts),
      }),
      details: z.optional(sentDetailsSchema),
    }),
    response: ownHelpSchema,
    creates: true,
    // Five texts in ten minutes.
    limits: [{ per: 'caller', perMinute: 0.5, burst: 5 }],
    errors: [helpErrors.no_sitting],
  }),
  ownHelp: endpoint({
    method: 'GET',
    path: '/api/help/mine',
    isSilent: true,
    needs: 'meditation.join',
    response: ownHelpSchema,
  }),
  /**
   * The open requests of the sitting under way, oldest first. Who holds it sees those that were never about anything but
   * technique (TEACH-04).
   */
  helpQueue: endpoint({
    method: 'GET',
    path: '/api/moderation/help',
    isSilent: true,
    needs: 'sitting.hold',
    response: z.array(helpRequestSchema),
  }),
  /**
   * Takes, replies to or closes a request; 409 `taken` if another moderator has it. An administrator may take it over
   * at any time; others if its holder has left, or hasn't replied for two minutes (HELP-04). Who holds the sitting
   * handles those in their queue alone.
   */
  handleHelp: endpoint({
    method: 'PUT',
    path: '/api/moderation/help/:id',
    isSilent: true,
    needs: 'sitting.hold',
    params: z.object({ id: idInPathSchema }),
    body: z.discriminatedUnion('action', [
      z.strictObject({
        action: z.literal('take'),
        /** The holder that the page showed; 409 `taken` if it is another by now. */
        from: z.optional(z.nullable(idInBodySchema('A moderator'))),
      }),
      z.strictObject({ action: z.literal('reply'), text: replySchema }),
      z.strictObject({ action: z.literal('close') }),
    ]),
    response: successSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
    errors: ['not_found', 'taken'],
  }),
}
