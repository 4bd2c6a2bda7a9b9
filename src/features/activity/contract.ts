// Activity log API: the changes made by administrators and garden angels, one entry per change.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { idInPathSchema } from '#shared/id.ts'

export const targetTypes = [
  'user',
  'template',
  'schedule',
  'sitting',
  'picture',
  'message',
  'ip-ban',
  'referral',
  'community',
] as const
export type TargetType = (typeof targetTypes)[number]

export const actions = [
  'user.update',
  'user.ban',
  'user.unban',
  'user.delete',
  'user.grant-garden-angel',
  'user.remove-garden-angel',
  'user.adjust-time',
  'user.end-sessions',
  'user.create',
  'user.password-link',
  'user.export',
  'referral.attribute',
  'template.create',
  'template.update',
  'template.archive',
  'template.duplicate',
  'template.import',
  'schedule.create',
  'schedule.update',
  'schedule.delete',
  'sitting.begin',
  'sitting.delay',
  'sitting.end',
  'sitting.cancel',
  'sitting.restore',
  'picture.create',
  'picture.update',
  'picture.delete',
  'message.delete',
  'ip-ban.create',
  'ip-ban.lift',
  'community.update',
] as const
export type Action = (typeof actions)[number]

const namedUser = z.object({ id: z.int(), name: z.string() })
export type NamedUser = z.infer<typeof namedUser>
/** Changed fields with their values. */
const facts = z.nullable(z.record(z.string(), z.unknown()))

export const activitySchema = z.object({
  id: z.int(),
  /** One of `actions`, or an action added by a later version. */
  action: z.string(),
  /** Null for the server's operator. */
  actor: z.nullable(namedUser),
  /** `name` is the target's name at that time, for a person the current name; null once erased. */
  target: z.object({ type: z.string(), id: z.nullable(z.int()), name: z.nullable(z.string()) }),
  before: facts,
  after: facts,
  createdAt: z.iso.datetime(),
})
export type Activity = z.infer<typeof activitySchema>

const pageSize = z.pipe(
  z.string().check(z.regex(/^([1-9]|[1-9]\d|100)$/, { error: 'A page has 1 to 100 entries.' })),
  z.transform(Number),
)

export const activityCalls = {
  /** Newest first; `before` is the id of the last entry the client already has. */
  activity: endpoint({
    method: 'GET',
    path: '/api/admin/activity',
    needs: 'community.administer',
    query: z.strictObject({
      action: z.optional(z.enum(actions)),
      actorId: z.optional(idInPathSchema),
      targetType: z.optional(z.enum(targetTypes)),
      targetId: z.optional(idInPathSchema),
      before: z.optional(idInPathSchema),
      limit: z.optional(pageSize),
    }),
    response: z.object({
      activities: z.array(activitySchema),
      hasMore: z.boolean(),
      /** People that these entries name only by id in `before` and `after`. */
      people: z.array(namedUser),
      /** Everyone with at least one entry, by name. */
      actors: z.array(namedUser),
    }),
  }),
}
