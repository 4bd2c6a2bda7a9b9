// Template form values: validation, the request body, and the saved draft.
import * as z from 'zod/mini'
import { sessionStepsInitialCount } from '#shared/constants.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { difficulties, templateFieldsSchema, type Template } from '../../contract.ts'

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
  sessionSteps: z.array(z.object({ title: z.string(), description: z.string() })),
  mediaSeconds: z.nullable(z.number()),
  keepsTempo: z.boolean(),
})
export type TemplateValues = z.infer<typeof valuesSchema>

export const blankStep = { title: '', description: '' }

/** Initial values: the template's, or blank ones with blank steps (TPL-05, TPL-06). */
export function templateFormValues(template: Template | null): TemplateValues {
  return {
    title: template?.title ?? '',
    description: template?.description ?? '',
    duration: template ? String(template.duration) : '',
    difficulty: template?.difficulty ?? 'Beginner',
    videoUrl: template?.videoUrl ?? '',
    thumbnailUrl: template?.thumbnailUrl ?? '',
    captionsUrl: template?.captionsUrl ?? '',
    audioUrl: template?.audioUrl ?? '',
    instructor: template?.instructor ?? '',
    instructorTitle: template?.instructorTitle ?? '',
    sessionSteps:
      template?.sessionSteps.map(({ title, description }) => ({ title, description })) ??
      Array.from({ length: sessionStepsInitialCount }, () => blankStep),
    mediaSeconds: template?.mediaSeconds ?? null,
    keepsTempo: template?.keepsTempo ?? false,
  }
}

/** Validates the typed values and converts them to the request body. */
export const templateFormSchema = z.pipe(
  z.pipe(
    valuesSchema,
    z.transform(
      ({ duration, thumbnailUrl, captionsUrl, audioUrl, ...rest }): z.input<typeof templateFieldsSchema> => ({
        ...rest,
        duration: duration.trim() === '' ? Number.NaN : Number(duration),
        thumbnailUrl: thumbnailUrl.trim() || null,
        captionsUrl: captionsUrl.trim() || null,
        audioUrl: audioUrl.trim() || null,
      }),
    ),
  ),
  templateFieldsSchema,
)

const draftSchema = z.object({
  /** The version of the edited template; null for a new one. */
  version: z.nullable(z.int()),
  values: valuesSchema,
})
export type TemplateDraft = z.infer<typeof draftSchema>

const draftName = (id: number | null) => `template:${id ?? 'new'}`

/** The unsaved draft of a template's form; null for none. */
export function readTemplateDraft(id: number | null): TemplateDraft | null {
  try {
    return z.parse(draftSchema, JSON.parse(readDraft(draftName(id)) ?? ''))
  } catch {
    return null
  }
}

/** Null deletes the draft. */
export function saveTemplateDraft(id: number | null, draft: TemplateDraft | null): void {
  writeDraft(draftName(id), draft === null ? '' : JSON.stringify(draft))
}
