// Energy API contract: save an entry, read one's own entries.
import * as z from 'zod/mini'
import { careSchema } from '#features/community/care.ts'
import { diaryMaxChars, energyLevelCount } from '#shared/constants.ts'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint, perDay } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { textSchema } from '#shared/text.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

export const moodTypes = ['pre', 'post'] as const
export type MoodType = (typeof moodTypes)[number]

/** A stored and sent level: 1 to 8. Members see one less; only `levels.ts` converts. */
const emotionLevelSchema = z
  .int({ error: () => t('Please choose one of the eight levels.') })
  .check(
    z.minimum(1, { error: () => t('Please choose one of the eight levels.') }),
    z.maximum(energyLevelCount, { error: () => t('Please choose one of the eight levels.') }),
  )

export const moodEntrySchema = z.object({
  id: z.int(),
  userId: z.int(),
  sessionDate: daySchema,
  emotionLevel: emotionLevelSchema,
  moodType: z.enum(moodTypes),
  notes: z.null(),
  comment: z.nullable(z.string()),
  createdAt: timestampSchema,
  /** Sample data that an administrator added (HIST-20). */
  isSample: z.boolean(),
  /** The sitting during which it was made; null for a personal entry. */
  sittingId: z.nullable(z.int()),
  /** Of an After of a sitting: whether its pair is part of the room's energy. */
  reflectionOptIn: z.boolean(),
})
export type MoodEntry = z.infer<typeof moodEntrySchema>

const savedEntrySchema = z.extend(moodEntrySchema, {
  /** The text of the care card, with every After, so that the response's size doesn't reveal who gets it (T64). */
  care: z.optional(careSchema),
  /** With every After: whether to show the card now (CARE-01), in words of the same length. */
  careCard: z.optional(z.enum(['show', 'hide'])),
})

export const energyCalls = {
  saveEntry: endpoint({
    method: 'POST',
    path: '/api/mood/entry',
    needs: 'energy.record',
    body: z.strictObject({
      sessionDate: daySchema,
      emotionLevel: emotionLevelSchema,
      moodType: z.enum(moodTypes),
      notes: z.optional(z.null()),
      comment: z.optional(
        z.nullable(
          textSchema({
            max: diaryMaxChars,
            tooLong: (facts) => t('A diary comment has at most {max} characters.', facts),
            unstorable: () => t('A diary comment contains a character that can’t be stored.'),
          }),
        ),
      ),
      /**
       * Whether the pair is part of the room's energy. The first After of a sitting with this field sets the
       * member's choice; later entries can't opt in a member who has opted out.
       */
      reflectionOptIn: z.optional(z.boolean()),
    }),
    response: savedEntrySchema,
    limits: [
      { per: 'caller', perMinute: 20 },
      { per: 'caller', ...perDay(200) },
    ],
    bodyMaxBytes: 4 * 1024,
    isIdempotent: true,
    creates: true,
  }),
  entries: endpoint({
    method: 'GET',
    path: '/api/mood/analytics',
    needs: 'energy.record',
    /** All entries, or those of one day. */
    query: z.strictObject({ date: z.optional(daySchema) }),
    response: z.array(moodEntrySchema),
    isCompressed: true,
  }),
}
