// API contract of proposals: templates that a teacher proposes, and administrators publish or decline (TEACH-08). Paths call
// them drafts.
import * as z from 'zod/mini'
import { withPlays } from '#features/sittings/flat-plays.ts'
import { declineSentenceMaxChars, proposalsPerDay } from '#shared/constants.ts'
import { endpoint, perDay, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { templateFieldsSchema } from './contract.ts'
import { templateErrors } from './errors.ts'
import { templateContentSchema } from './template-content.ts'

/** Sent with its flat fields; a page reads `plays` in their place. */
const proposedTemplateSchema = z.pipe(
  templateContentSchema,
  z.transform((sent: z.infer<typeof templateContentSchema>) => withPlays(sent)),
)

const proposal = {
  id: z.int(),
  template: proposedTemplateSchema,
  proposedAt: timestampSchema,
  version: z.int(),
}

/** Of its teacher. */
const ownProposalSchema = z.object({
  ...proposal,
  state: z.enum(['waiting', 'published', 'declined']),
  /** Why it was declined; null otherwise. */
  sentence: z.nullable(z.string()),
  /** Null while it waits. */
  decidedAt: z.nullable(timestampSchema),
  /** Whether its teacher has read the answer. */
  isSeen: z.boolean(),
})
export type OwnProposal = z.output<typeof ownProposalSchema>
/** With the flat fields of what it plays. */
export type SentOwnProposal = z.input<typeof ownProposalSchema>

/** For administrators, while it waits. */
const waitingProposalSchema = z.object({
  ...proposal,
  /** Who wrote it, and whether they may still hold sittings. */
  teacher: z.object({ id: z.int(), name: z.string(), mayHold: z.boolean() }),
})
export type WaitingProposal = z.output<typeof waitingProposalSchema>
/** With the flat fields of what it plays. */
export type SentWaitingProposal = z.input<typeof waitingProposalSchema>

const byId = z.object({ id: idInPathSchema })
const versionSchema = z.int()
const templateBytesMax = 128 * 1024
const changes = [{ per: 'caller', perMinute: 60 }] as const
const { proposal_decided, too_many_proposals } = templateErrors

export const proposalsCalls = {
  /** The caller's own: those that wait, then those answered in the last 30 days, at most 50, each the newest first. */
  ownProposals: endpoint({
    method: 'GET',
    path: '/api/templates/drafts',
    needs: 'sitting.hold',
    response: z.object({ proposals: z.array(ownProposalSchema) }),
  }),
  /** At most ten of a member wait (409 `too_many_proposals`). */
  propose: endpoint({
    method: 'POST',
    path: '/api/templates/drafts',
    needs: 'sitting.hold',
    body: z.strictObject({ template: templateFieldsSchema }),
    response: z.object({ id: z.int() }),
    limits: [
      { per: 'caller', counts: 'carried-out', ...perDay(proposalsPerDay) },
      { per: 'caller', bucket: 'proposals-refused', counts: 'refused', perMinute: 30 },
    ],
    bodyMaxBytes: templateBytesMax,
    isIdempotent: true,
    creates: true,
    errors: [too_many_proposals],
  }),
  /** Replaces the caller's own while it waits. */
  changeProposal: endpoint({
    method: 'PUT',
    path: '/api/templates/drafts/:id',
    needs: 'sitting.hold',
    params: byId,
    body: z.strictObject({ template: templateFieldsSchema, version: versionSchema }),
    response: successSchema,
    limits: changes,
    bodyMaxBytes: templateBytesMax,
    errors: ['not_found', 'changed_meanwhile', proposal_decided],
  }),
  /** Withdraws the caller's own while it waits: it is deleted. */
  withdrawProposal: endpoint({
    method: 'DELETE',
    path: '/api/templates/drafts/:id',
    needs: 'sitting.hold',
    params: byId,
    response: successSchema,
    limits: changes,
    errors: ['not_found', proposal_decided],
  }),
  /** Its teacher has read the answer. */
  seeAnswer: endpoint({
    method: 'PUT',
    path: '/api/templates/drafts/:id/seen',
    needs: 'sitting.hold',
    params: byId,
    body: z.strictObject({ isSeen: z.literal(true) }),
    response: successSchema,
    limits: changes,
    errors: ['not_found'],
  }),
}

export const proposalReviewCalls = {
  /** All that wait, the oldest first. */
  waitingProposals: endpoint({
    method: 'GET',
    path: '/api/admin/templates/drafts',
    needs: 'community.administer',
    response: z.object({ proposals: z.array(waitingProposalSchema) }),
  }),
  /** Makes it a template: as proposed, or as `template` says. `version` is the one that the administrator has read. */
  publishProposal: endpoint({
    method: 'POST',
    path: '/api/admin/templates/drafts/:id/publish',
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({ version: versionSchema, template: z.optional(templateFieldsSchema) }),
    /** Of the template. */
    response: z.object({ id: z.int() }),
    limits: changes,
    bodyMaxBytes: templateBytesMax,
    isIdempotent: true,
    creates: true,
    errors: ['not_found', 'changed_meanwhile', proposal_decided],
  }),
  /** Its teacher reads the sentence. */
  declineProposal: endpoint({
    method: 'POST',
    path: '/api/admin/templates/drafts/:id/decline',
    needs: 'community.administer',
    params: byId,
    body: z.strictObject({
      version: versionSchema,
      sentence: textSchema({
        max: declineSentenceMaxChars,
        empty: () => t('Please say in a sentence why.'),
        tooLong: (facts) => t('The sentence has at most {max} characters.', facts),
        unstorable: () => t('The sentence contains a character that can’t be stored.'),
      }),
    }),
    response: successSchema,
    limits: changes,
    isIdempotent: true,
    errors: ['not_found', 'changed_meanwhile', proposal_decided],
  }),
}
