// Activity log API: the changes made by administrators and garden angels, one entry per change. The server sends sentences
// and labels, so that pages know no feature's entries.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { idInPathSchema } from '#shared/id.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

const namedUser = z.object({ id: z.int(), name: z.string() })
export type NamedUser = z.infer<typeof namedUser>

const sentencePartSchema = z.object({
  text: z.string(),
  /** The name of the actor or the target, or the words around them. */
  role: z.enum(['words', 'actor', 'target']),
  /** Of a target that is a member. */
  memberId: z.nullable(z.int()),
})
export type SentencePart = z.infer<typeof sentencePartSchema>

const fieldChangeSchema = z.object({
  label: z.string(),
  /** Null for a missing value. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
})
export type FieldChange = z.infer<typeof fieldChangeSchema>

export const activitySchema = z.object({
  id: z.int(),
  /** The name of its kind, such as 'template.create'. */
  action: z.string(),
  /** Null for the server's operator. */
  actor: z.nullable(namedUser),
  /** `name` is the target's name at that time, for a person the current name; null once erased. */
  target: z.object({ type: z.string(), id: z.nullable(z.int()), name: z.nullable(z.string()) }),
  /** The sentence in its parts: ‘Ada Adler’, ‘ banned ’, ‘Mo Member’. */
  sentence: z.array(sentencePartSchema),
  /** The changed fields, in the order of the record. */
  changes: z.array(fieldChangeSchema),
  createdAt: timestampSchema,
})
export type Activity = z.infer<typeof activitySchema>

const activityGroupSchema = z.object({
  targetType: z.string(),
  label: z.string(),
  actions: z.array(z.object({ action: z.string(), label: z.string() })),
})
export type ActivityGroup = z.infer<typeof activityGroupSchema>

const pageSize = z.pipe(
  z.string().check(z.regex(/^([1-9]|[1-9]\d|100)$/, { error: () => t('A page has 1 to 100 entries.') })),
  z.transform(Number),
)

/** Beside a filter for an action or a target that no feature declares. */
export const noSuchEntries = () => t('The activity log has no such entries.')

export const activityCalls = {
  /** Newest first; `before` is the id of the last entry the client already has. */
  activity: endpoint({
    method: 'GET',
    path: '/api/admin/activity',
    needs: 'community.administer',
    query: z.strictObject({
      /** An action of one of the `groups`. */
      action: z.optional(
        z.string().check(z.regex(/^[a-z-]{1,32}[.][a-z-]{1,32}$/, { error: noSuchEntries })),
      ),
      actorId: z.optional(idInPathSchema),
      /** The target type of one of the `groups`. */
      targetType: z.optional(z.string().check(z.regex(/^[a-z-]{1,32}$/, { error: noSuchEntries }))),
      targetId: z.optional(idInPathSchema),
      before: z.optional(idInPathSchema),
      limit: z.optional(pageSize),
    }),
    response: z.object({
      activities: z.array(activitySchema),
      hasMore: z.boolean(),
      /** All kinds of entries by their targets, for a filter. */
      groups: z.array(activityGroupSchema),
      /** Everyone with at least one entry, by name. */
      actors: z.array(namedUser),
    }),
  }),
}
