// Meditation templates API contract. A template describes a meditation; schedules assign it to days.
import * as z from 'zod/mini'
import { silenceSeconds } from '#features/sittings/block-times.ts'
import { sittingErrors } from '#features/sittings/errors.ts'
import { flatPlays } from '#features/sittings/flat-plays.ts'
import { meetingUrlSchema } from '#features/sittings/meeting.ts'
import { bellsBy, liveMinutesMax } from '#features/sittings/plays.ts'
import { blocksSchema } from '#features/sittings/silence-input.ts'
import type { Block } from '#features/sittings/silence.ts'
import {
  instructorMaxChars,
  sessionStepsMax,
  stepTextMaxChars,
  stepTitleMaxChars,
  templateDescriptionMaxChars,
  templateMinutesMax,
  templateTitleMaxChars,
  templatesPerImportMax,
} from '#shared/constants.ts'
import { endpoint, successSchema } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { translationsSchema } from '#shared/i18n/translations.ts'
import { idInPathSchema } from '#shared/id.ts'
import { textSchema } from '#shared/text.ts'
import { liveSourceSchema, templateAddressesSchema } from './address-schemas.ts'
import { templateErrors } from './errors.ts'
import {
  difficulties,
  megabytesSchema,
  templateSchema,
  templateSummarySchema,
  type Template,
} from './template-content.ts'

const durationError = () =>
  t('A duration is a whole number of minutes, 0 to {max}.', { max: templateMinutesMax })
const durationSchema = z
  .int({ error: durationError })
  .check(z.minimum(0, { error: durationError }), z.maximum(templateMinutesMax, { error: durationError }))

const lengthError = () => t('The length of a video is 0.01 to 86,400 seconds.')
const mediaSecondsSchema = z.pipe(
  z
    .number({ error: lengthError })
    .check(z.minimum(0.01, { error: lengthError }), z.maximum(86_400, { error: lengthError })),
  z.transform((seconds) => Math.round(seconds * 100) / 100),
)

/** Drops steps without a title and numbers the others from 1 (TPL-06). */
const stepsSchema = z.pipe(
  z
    .array(
      z.strictObject({
        number: z.optional(z.int()),
        title: textSchema({
          max: stepTitleMaxChars,
          tooLong: (facts) => t('A step’s title has at most {max} characters.', facts),
          unstorable: () => t('A step’s title contains a character that can’t be stored.'),
        }),
        description: textSchema({
          max: stepTextMaxChars,
          tooLong: (facts) => t('A step’s description has at most {max} characters.', facts),
          unstorable: () => t('A step’s description contains a character that can’t be stored.'),
        }),
      }),
    )
    .check(
      z.maxLength(sessionStepsMax, {
        error: () => t('A meditation has at most {max} steps.', { max: sessionStepsMax }),
      }),
    ),
  z.transform((steps) =>
    steps
      .filter(({ title }) => title !== '')
      .map(({ title, description }, index) => ({ number: index + 1, title, description })),
  ),
)

const { videoUrl, thumbnailUrl, captionsUrl, audioUrl } = templateAddressesSchema().shape

const keepsTempoSchema = z.boolean({ error: () => t('Keep the tempo: yes or no.') })

const titleSchema = textSchema({
  max: templateTitleMaxChars,
  empty: () => t('A title can’t be empty.'),
  tooLong: (facts) => t('A title has at most {max} characters.', facts),
  unstorable: () => t('A title contains a character that can’t be stored.'),
})
const descriptionSchema = textSchema({
  max: templateDescriptionMaxChars,
  empty: () => t('A description can’t be empty.'),
  tooLong: (facts) => t('A description has at most {max} characters.', facts),
  unstorable: () => t('A description contains a character that can’t be stored.'),
})
const templateTranslationsSchema = translationsSchema(
  z.strictObject({
    title: titleSchema,
    description: descriptionSchema,
    steps: z._default(stepsSchema, []),
    captionsUrl,
  }),
)

/** The fields of all kinds; errors are reported in their order. */
const leadingFields = { title: titleSchema, description: descriptionSchema }
const commonFields = {
  difficulty: z._default(
    z.enum(difficulties, { error: () => t('Beginner, Intermediate or Advanced.') }),
    'Beginner',
  ),
  thumbnailUrl,
  instructor: textSchema({
    max: instructorMaxChars,
    empty: () => t('The instructor can’t be empty.'),
    tooLong: (facts) => t('The instructor’s name has at most {max} characters.', facts),
    unstorable: () => t('The instructor’s name contains a character that can’t be stored.'),
  }),
  instructorTitle: textSchema({
    max: instructorMaxChars,
    empty: () => t('The instructor’s title can’t be empty.'),
    tooLong: (facts) => t('The instructor’s title has at most {max} characters.', facts),
    unstorable: () => t('The instructor’s title contains a character that can’t be stored.'),
  }),
  sessionSteps: z._default(stepsSchema, []),
  translations: z._default(templateTranslationsSchema, {}),
  /** Left out: none, and of a changed template the one that it has. */
  meetingUrl: z.optional(meetingUrlSchema),
}

/** Of the kinds that aren't live. */
const onlyLive = () => t('Only a live template has this.')
const notLive = z.optional(z.null({ error: onlyLive }))
const notInSharing = z.optional(z.literal(false, { error: onlyLive }))

const videoFields = {
  kind: z._default(z.literal('video'), 'video'),
  blocks: z._default(z.null({ error: () => t('A video has no blocks.') }), null),
  duration: durationSchema,
  videoUrl,
  captionsUrl,
  audioUrl: z._default(audioUrl, null),
  mediaSeconds: z._default(z.nullable(mediaSecondsSchema), null),
  keepsTempo: z._default(keepsTempoSchema, false),
  megabytes: z._default(z.nullable(megabytesSchema), null),
  liveSource: notLive,
  bellBy: notLive,
  pictureInSharing: notInSharing,
}

/** The blocks say how long a silence is; what only videos have is ignored (SEQ-02). */
const silenceFields = {
  kind: z.literal('silence'),
  blocks: blocksSchema,
  videoUrl: z.optional(z.literal('', { error: () => t('A silence has no video.') })),
  duration: z.optional(z.unknown()),
  captionsUrl: z.optional(z.unknown()),
  audioUrl: z.optional(z.unknown()),
  mediaSeconds: z.optional(z.unknown()),
  keepsTempo: z.optional(z.unknown()),
  megabytes: z.optional(z.unknown()),
  liveSource: notLive,
  bellBy: notLive,
  pictureInSharing: notInSharing,
}

const minutesError = () =>
  t('A live sitting lasts a whole number of minutes, 1 to {max}.', { max: liveMinutesMax })
/** Its minutes are typed (TEACH-12). */
const liveFields = {
  kind: z.literal('live'),
  blocks: z.optional(z.null({ error: () => t('Only a silence has blocks.') })),
  videoUrl: z.optional(z.literal('', { error: () => t('A live sitting has no video.') })),
  duration: z
    .int({ error: minutesError })
    .check(z.minimum(1, { error: minutesError }), z.maximum(liveMinutesMax, { error: minutesError })),
  liveSource: liveSourceSchema(),
  bellBy: z._default(z.enum(bellsBy, { error: () => t('By the clock, or by the teacher.') }), 'clock'),
  pictureInSharing: z._default(z.boolean({ error: () => t('Yes or no.') }), false),
  captionsUrl: z.optional(z.unknown()),
  audioUrl: z.optional(z.unknown()),
  mediaSeconds: z.optional(z.unknown()),
  keepsTempo: z.optional(z.unknown()),
  megabytes: z.optional(z.unknown()),
}

interface LiveFields {
  duration: number
  liveSource: string
  bellBy: (typeof bellsBy)[number]
  pictureInSharing: boolean
}

const asVideo = <Fields extends object>(fields: Fields) => ({
  ...fields,
  liveSource: null,
  bellBy: null,
  pictureInSharing: false,
})

function asSilence<Fields extends { blocks: Block[] }>(fields: Fields) {
  const plays = { kind: 'silence' as const, blocks: fields.blocks }
  const duration = silenceSeconds(fields.blocks) / 60
  return { ...fields, ...flatPlays(plays), ...withoutVideo, duration }
}

function asLive<Fields extends LiveFields>(fields: Fields) {
  const { duration: minutes, liveSource: source, bellBy, pictureInSharing: inSharing } = fields
  const plays = { kind: 'live' as const, source, minutes, bellBy, inSharing }
  return { ...fields, ...flatPlays(plays), ...withoutVideo }
}

const withoutVideo = { captionsUrl: null, megabytes: null }

const kindError = { error: () => t('A template plays a video or a silence, or is live.') }

const kindSchemas = {
  video: z.strictObject({ ...leadingFields, ...videoFields, ...commonFields }),
  silence: z.strictObject({ ...leadingFields, ...silenceFields, ...commonFields }),
  live: z.strictObject({ ...leadingFields, ...liveFields, ...commonFields }),
}

/** A template as a form sends it; without `kind` it has a video. */
export const templateBodySchema = z.discriminatedUnion(
  'kind',
  [kindSchemas.video, kindSchemas.silence, kindSchemas.live],
  kindError,
)

/** Template validation, shared by form, import and duplicate; with what follows from the kind. */
export const templateFieldsSchema = z.discriminatedUnion(
  'kind',
  [
    z.pipe(
      kindSchemas.video,
      z.transform((fields) => asVideo(fields)),
    ),
    z.pipe(
      kindSchemas.silence,
      z.transform((fields) => asSilence(fields)),
    ),
    z.pipe(
      kindSchemas.live,
      z.transform((fields) => asLive(fields)),
    ),
  ],
  kindError,
)
/** A template as a request sends it. */
export type TemplateInput = z.input<typeof templateFieldsSchema>
export type TemplateFields = Omit<Template, 'id' | 'createdAt' | 'version'>

const changedFields = {
  ...commonFields,
  translations: z.optional(templateTranslationsSchema),
  version: z.optional(z.int()),
}

/**
 * A changed template. Translations and the meeting link stay as they were when omitted; so do length, audio and megabytes
 * of its video, unless the address changes.
 */
export const templateChangeSchema = z.discriminatedUnion(
  'kind',
  [
    z.pipe(
      z.strictObject({
        ...leadingFields,
        ...videoFields,
        ...changedFields,
        mediaSeconds: z.optional(z.nullable(mediaSecondsSchema)),
        audioUrl,
        keepsTempo: z.optional(keepsTempoSchema),
        megabytes: z.optional(z.nullable(megabytesSchema)),
      }),
      z.transform((fields) => asVideo(fields)),
    ),
    z.pipe(
      z.strictObject({ ...leadingFields, ...silenceFields, ...changedFields }),
      z.transform((fields) => asSilence(fields)),
    ),
    z.pipe(
      z.strictObject({ ...leadingFields, ...liveFields, ...changedFields }),
      z.transform((fields) => asLive(fields)),
    ),
  ],
  kindError,
)
export type TemplateChange = Omit<z.output<typeof templateChangeSchema>, 'version'>

const byId = z.object({ id: idInPathSchema })
const perMinute = (max: number) => [{ per: 'caller', perMinute: max }] as const
const importMaxBytes = 1_048_576
// Enough for 200 templates of 30 steps.
const importMaxTokens = 50_000

export const templatesCalls = {
  /** Active templates by title; garden angels get summaries only. */
  templates: endpoint({
    method: 'GET',
    path: '/api/admin/templates',
    needs: 'schedule.read',
    response: z.array(z.union([templateSchema, templateSummarySchema])),
    isCompressed: true,
  }),
  createTemplate: endpoint({
    method: 'POST',
    path: '/api/admin/templates',
    needs: 'community.administer',
    body: templateFieldsSchema,
    response: templateSchema,
    limits: perMinute(120),
    bodyMaxBytes: 128 * 1024,
    creates: true,
  }),
  /** With `version`, a stale one is 409 `changed_meanwhile`; without it, the last write wins. */
  updateTemplate: endpoint({
    method: 'PUT',
    path: '/api/admin/templates/:id',
    needs: 'community.administer',
    params: byId,
    body: templateChangeSchema,
    response: templateSchema,
    limits: perMinute(120),
    bodyMaxBytes: 128 * 1024,
    errors: ['not_found', 'changed_meanwhile', sittingErrors.sittings_overlap],
  }),
  /**
   * Archives the template: past days keep it (TPL-12). 409 `template_in_use` while a day from today on has it
   * (TPL-13).
   */
  deleteTemplate: endpoint({
    method: 'DELETE',
    path: '/api/admin/templates/:id',
    needs: 'community.administer',
    params: byId,
    response: successSchema,
    limits: perMinute(120),
    errors: ['not_found', templateErrors.template_in_use],
  }),
  duplicateTemplate: endpoint({
    method: 'POST',
    path: '/api/admin/templates/:id/duplicate',
    needs: 'community.administer',
    params: byId,
    response: templateSchema,
    limits: perMinute(120),
    creates: true,
    errors: ['not_found'],
  }),
  /** All or none: the issues list every invalid row, as `templates.{index}.{field}` (TPL-20). */
  importTemplates: endpoint({
    method: 'POST',
    path: '/api/admin/templates/import',
    needs: 'community.administer',
    body: z.strictObject({
      templates: z.array(z.unknown()).check(
        z.minLength(1, { error: () => t('There is nothing to import.') }),
        z.maxLength(templatesPerImportMax, {
          error: () => t('At most {max} templates at once.', { max: templatesPerImportMax }),
        }),
      ),
    }),
    response: z.object({ imported: z.int() }),
    limits: perMinute(6),
    bodyMaxBytes: importMaxBytes,
    jsonTokensMax: importMaxTokens,
    isIdempotent: true,
    creates: true,
  }),
}
