// Template form values: validation, the request body, and the saved draft.
import * as z from 'zod/mini'
import { sessionStepsInitialCount } from '#shared/constants.ts'
import { languages, type Language } from '#shared/i18n/t.ts'
import { mapTranslations } from '#shared/i18n/translations.ts'
import type { FormDraft } from '#web/forms/use-typed-values.ts'
import { difficulties, type Template, type templateFieldsSchema } from '../../contract.ts'

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

const valuesSchema = z.object({
  title: z.string(),
  description: z.string(),
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

/** Initial values: the template's, or blank ones with blank steps (TPL-05, TPL-06). */
export function templateFormValues(template: Template | null): TemplateValues {
  const video = template?.plays.kind === 'video' ? template.plays : null
  return {
    title: template?.title ?? '',
    description: template?.description ?? '',
    duration: template ? String(template.duration) : '',
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
  }
}

function stepValues(steps: Template['sessionSteps']): TemplateValues['sessionSteps'] {
  return steps.map(({ title, description }) => ({ title, description }))
}

/** The request body of the typed values. */
export function templateBody(values: TemplateValues): z.input<typeof templateFieldsSchema> {
  const { duration, thumbnailUrl, captionsUrl, audioUrl, translations, ...rest } = values
  return {
    ...rest,
    translations: mapTranslations(translations, (texts) =>
      hasTranslation(texts) ? { ...texts, captionsUrl: texts.captionsUrl.trim() || null } : undefined,
    ),
    duration: duration.trim() === '' ? Number.NaN : Number(duration),
    thumbnailUrl: thumbnailUrl.trim() || null,
    captionsUrl: captionsUrl.trim() || null,
    audioUrl: audioUrl.trim() || null,
  }
}

const draftSchema = z.extend(valuesSchema, {
  // Drafts of earlier releases have none.
  translations: z._default(
    valuesSchema.shape.translations,
    inEachLanguage(() => blankTranslation),
  ),
  megabytes: z._default(valuesSchema.shape.megabytes, null),
})

/** Of the form of a template; null for a new one. */
export function templateDraft(id: number | null): FormDraft<TemplateValues> {
  return { name: `template:${id ?? 'new'}`, schema: draftSchema }
}
