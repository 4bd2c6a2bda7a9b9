// Template form values: validation, the request body, and the saved draft.
import * as z from 'zod/mini'
import { livePlaceOf, livePlaces } from '#features/sittings/live-place.ts'
import { bellsBy, playsKinds } from '#features/sittings/plays.ts'
import { blockKinds, type Block } from '#features/sittings/silence.ts'
import { sessionStepsInitialCount } from '#shared/constants.ts'
import { languages, type Language } from '#shared/i18n/t.ts'
import { mapTranslations } from '#shared/i18n/translations.ts'
import type { FormDraft } from '#web/forms/use-typed-values.ts'
import type { TemplateFields, TemplateInput } from '../../contract.ts'
import { difficulties, type Template } from '../../template-content.ts'

const stepsValuesSchema = z.array(z.object({ title: z.string(), description: z.string() }))
const translationValuesSchema = z.object({
  title: z.string(),
  description: z.string(),
  steps: stepsValuesSchema,
  captionsUrl: z.string(),
})
type TranslationValues = z.infer<typeof translationValuesSchema>

const blankTranslation: TranslationValues = { title: '', description: '', steps: [], captionsUrl: '' }
/** The same for each language. */
const inEachLanguage = <Value>(valueOf: (language: Language) => Value) =>
  Object.fromEntries(languages.map((language) => [language, valueOf(language)])) as Record<Language, Value>

const blocksValuesSchema = z.array(
  z.object({
    kind: z.enum(blockKinds),
    /** The typed text. */
    minutes: z.string(),
    /** At the change into it; the first block keeps its own for when it moves. */
    strokes: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  }),
)
export type BlockValues = z.infer<typeof blocksValuesSchema>[number]

/** A new silence begins with one block. */
const initialBlocks: BlockValues[] = [{ kind: 'sit', minutes: '20', strokes: 1 }]

const valuesSchema = z.object({
  title: z.string(),
  description: z.string(),
  kind: z.enum(playsKinds),
  /** Of a silence. */
  blocks: blocksValuesSchema,
  /** The typed text, in minutes. */
  duration: z.string(),
  difficulty: z.enum(difficulties),
  videoUrl: z.string(),
  thumbnailUrl: z.string(),
  captionsUrl: z.string(),
  audioUrl: z.string(),
  instructor: z.string(),
  instructorTitle: z.string(),
  sessionSteps: stepsValuesSchema,
  /** Blank for a language without a text. */
  translations: z.object(inEachLanguage(() => translationValuesSchema)),
  /** Of a live one, as is the rest up to the meeting link. */
  livePlace: z.enum(livePlaces),
  /** The typed address of a playlist. */
  liveSource: z.string(),
  bellBy: z.enum(bellsBy),
  pictureInSharing: z.boolean(),
  meetingUrl: z.string(),
  mediaSeconds: z.nullable(z.number()),
  keepsTempo: z.boolean(),
  megabytes: z.nullable(z.object({ video: z.nullable(z.number()), sound: z.nullable(z.number()) })),
})
export type TemplateValues = z.infer<typeof valuesSchema>

export const blankStep = { title: '', description: '' }

/** Whether anything is filled in for a language. */
function hasTranslation({ title, description, steps, captionsUrl }: TranslationValues): boolean {
  const texts = [title, description, captionsUrl, ...steps.flatMap((step) => Object.values(step))]
  return texts.some((text) => text.trim() !== '')
}

/** Initial values: those of a template or a proposal, or blank ones with blank steps (TPL-05, TPL-06). */
export function templateFormValues(template: TemplateFields | null): TemplateValues {
  const video = template?.plays.kind === 'video' ? template.plays : null
  const silence = template?.plays.kind === 'silence' ? template.plays : null
  const live = template?.plays.kind === 'live' ? template.plays : null
  const livePlace = live ? livePlaceOf(live.source) : 'here'
  return {
    title: template?.title ?? '',
    description: template?.description ?? '',
    kind: template?.plays.kind ?? 'video',
    blocks: silence ? blockValues(silence.blocks) : initialBlocks,
    duration: template && !silence ? String(template.duration) : '',
    difficulty: template?.difficulty ?? 'Beginner',
    videoUrl: video?.videoUrl ?? '',
    thumbnailUrl: template?.thumbnailUrl ?? '',
    captionsUrl: template?.captionsUrl ?? '',
    audioUrl: video?.audioUrl ?? '',
    instructor: template?.instructor ?? '',
    instructorTitle: template?.instructorTitle ?? '',
    sessionSteps: template
      ? stepValues(template.sessionSteps)
      : Array.from({ length: sessionStepsInitialCount }, () => blankStep),
    translations: inEachLanguage((language) => {
      const translation = template?.translations[language]
      if (!translation) return blankTranslation
      const { steps, captionsUrl, ...texts } = translation
      return { ...texts, steps: stepValues(steps), captionsUrl: captionsUrl ?? '' }
    }),
    mediaSeconds: video?.mediaSeconds ?? null,
    keepsTempo: video?.keepsTempo ?? false,
    megabytes: template?.megabytes ?? null,
    livePlace,
    liveSource: live && livePlace === 'address' ? live.source : '',
    bellBy: live?.bellBy ?? 'clock',
    pictureInSharing: live?.inSharing ?? false,
    meetingUrl: template?.meetingUrl ?? '',
  }
}

function stepValues(steps: Template['sessionSteps']): TemplateValues['sessionSteps'] {
  return steps.map(({ title, description }) => ({ title, description }))
}

const blockValues = (blocks: readonly Block[]): BlockValues[] =>
  blocks.map(({ kind, minutes, strokes = 1 }) => ({
    kind,
    minutes: String(minutes),
    strokes,
  }))

/** The blocks of the typed values, NaN minutes where none are typed; the sitting's own bell begins the first block. */
export function typedBlocks(blocks: readonly BlockValues[]): Block[] {
  return blocks.map(({ kind, minutes, strokes }, index) => {
    const block = { kind, minutes: typedNumber(minutes) }
    return index === 0 ? block : { ...block, strokes }
  })
}

const typedNumber = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

/** The fields of what the template plays; of a video that is no longer one, its captions and lengths stay behind. */
function playedFields(values: TemplateValues) {
  const { kind, blocks, duration, videoUrl, captionsUrl, audioUrl, mediaSeconds, keepsTempo, megabytes } =
    values
  switch (kind) {
    case 'video':
      return {
        kind,
        videoUrl,
        duration: typedNumber(duration),
        captionsUrl: captionsUrl.trim() || null,
        audioUrl: audioUrl.trim() || null,
        mediaSeconds,
        keepsTempo,
        megabytes,
      }
    case 'silence':
      return { kind, blocks: typedBlocks(blocks) }
    case 'live':
      return { kind, duration: typedNumber(duration), ...liveFields(values) }
  }
}

/** Elsewhere the bell rings by the clock, and no picture is here. */
function liveFields({ livePlace, liveSource, bellBy, pictureInSharing }: TemplateValues) {
  if (livePlace === 'elsewhere') return { liveSource: livePlace }
  return { liveSource: livePlace === 'here' ? livePlace : liveSource, bellBy, pictureInSharing }
}

/** The request body of the typed values; an empty meeting link is sent only where `hadMeeting` one. */
export function templateBody(values: TemplateValues, { hadMeeting }: { hadMeeting: boolean }): TemplateInput {
  const { kind, title, description, instructor, instructorTitle, difficulty, sessionSteps } = values
  const meetingUrl = values.meetingUrl.trim()
  return {
    ...playedFields(values),
    title,
    description,
    instructor,
    instructorTitle,
    difficulty,
    sessionSteps,
    thumbnailUrl: values.thumbnailUrl.trim() || null,
    ...((meetingUrl !== '' || hadMeeting) && { meetingUrl: meetingUrl || null }),
    translations: mapTranslations(values.translations, (typed) => {
      // Only a video has captions.
      const texts = kind === 'video' ? typed : { ...typed, captionsUrl: '' }
      return hasTranslation(texts) ? { ...texts, captionsUrl: texts.captionsUrl.trim() || null } : undefined
    }),
  }
}

/** The typed values as those of a new live template that meets at an address (TEACH-13). */
export function asLiveValues(values: TemplateValues, meetingUrl: string): TemplateValues {
  const live = { kind: 'live', livePlace: 'elsewhere', meetingUrl } as const
  return { ...values, ...live, videoUrl: '', mediaSeconds: null, megabytes: null }
}

const draftSchema = z.extend(valuesSchema, {
  // Drafts of earlier releases have none of these: they play a video, or are live elsewhere.
  kind: z._default(valuesSchema.shape.kind, 'video'),
  blocks: z._default(blocksValuesSchema, initialBlocks),
  translations: z._default(
    valuesSchema.shape.translations,
    inEachLanguage(() => blankTranslation),
  ),
  megabytes: z._default(valuesSchema.shape.megabytes, null),
  livePlace: z._default(valuesSchema.shape.livePlace, 'elsewhere'),
  liveSource: z._default(valuesSchema.shape.liveSource, ''),
  bellBy: z._default(valuesSchema.shape.bellBy, 'clock'),
  pictureInSharing: z._default(valuesSchema.shape.pictureInSharing, false),
  meetingUrl: z._default(valuesSchema.shape.meetingUrl, ''),
})

/** The name of the draft of a template; null for a new one. */
export function templateDraftName(id: number | null): string {
  return `template:${id ?? 'new'}`
}

/** Of a form with the fields of a template. */
export function templateDraft(name: string): FormDraft<TemplateValues> {
  return { name, schema: draftSchema }
}
