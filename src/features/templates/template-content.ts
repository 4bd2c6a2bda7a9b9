// What a template holds, as it is sent and as a page reads it.
import * as z from 'zod/mini'
import { withPlays } from '#features/sittings/flat-plays.ts'
import { bellsBy, playsKinds } from '#features/sittings/plays.ts'
import { storedBlocksSchema } from '#features/sittings/silence.ts'
import { t } from '#shared/i18n/t.ts'
import { translationsSchema } from '#shared/i18n/translations.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'

/** Of a video; more is a mistake. */
const megabytesMax = 1_000_000

export const difficulties = ['Beginner', 'Intermediate', 'Advanced'] as const
export type Difficulty = (typeof difficulties)[number]

const stepSchema = z.object({ number: z.int(), title: z.string(), description: z.string() })

/** The fields of a template that a garden angel may see (GA-07); `duration` in minutes. */
export const templateSummarySchema = z.object({
  id: z.int(),
  title: z.string(),
  duration: z.int(),
  instructor: z.string(),
})
export type TemplateSummary = z.infer<typeof templateSummarySchema>

const sizeError = () => t('A size is a whole number of megabytes.')
const sizeSchema = z.nullable(
  z
    .int({ error: sizeError })
    .check(z.minimum(1, { error: sizeError }), z.maximum(megabytesMax, { error: sizeError })),
)
/** What a member loads of a video: its file or stream, and its sound alone. Null where it isn't known. */
export const megabytesSchema = z.strictObject({ video: sizeSchema, sound: sizeSchema })
export type Megabytes = z.infer<typeof megabytesSchema>

const sentTemplateSchema = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  duration: z.int(),
  difficulty: z.enum(difficulties),
  kind: z.enum(playsKinds),
  /** Of a silence; null for the others. */
  blocks: z.nullable(storedBlocksSchema),
  /** '' for the other kinds. */
  videoUrl: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  captionsUrl: z.nullable(z.string()),
  /** For listening with the screen off; null plays the file of the video. */
  audioUrl: z.nullable(z.string()),
  instructor: z.string(),
  instructorTitle: z.string(),
  sessionSteps: z.array(stepSchema),
  /** For viewers of other languages; without steps or captions, those of the template itself. */
  translations: translationsSchema(
    z.object({
      title: z.string(),
      description: z.string(),
      steps: z.array(stepSchema),
      captionsUrl: z.nullable(z.string()),
    }),
  ),
  /** The measured length of the video in seconds, null while unknown; for the other kinds their length. */
  mediaSeconds: z.nullable(z.number()),
  /** The video may never be played faster or slower: bowls, drones, music. */
  keepsTempo: z.boolean(),
  megabytes: z.nullable(megabytesSchema),
  /** Of a live sitting; null for the others. */
  liveSource: z.nullable(z.string()),
  bellBy: z.nullable(z.enum(bellsBy)),
  /** Where its sittings meet, unless their schedule says otherwise. */
  meetingUrl: z.nullable(z.string()),
  createdAt: timestampSchema,
  version: z.int(),
})

/** With the flat fields of what it plays. */
export type SentTemplate = z.infer<typeof sentTemplateSchema>

/** A page reads `plays` in their place. */
export const templateSchema = z.pipe(
  sentTemplateSchema,
  z.transform((sent: SentTemplate) => withPlays(sent)),
)
export type Template = z.output<typeof templateSchema>

/** What a template holds, before it is one. */
export const templateContentSchema = z.omit(sentTemplateSchema, { id: true, createdAt: true, version: true })
