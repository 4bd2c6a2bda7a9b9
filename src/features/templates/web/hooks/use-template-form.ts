// Template form hook: unsaved input survives failed saves and page reloads as a draft.
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useEffect, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { languages, t } from '#shared/t.ts'
import { adminMessages } from '#web/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { errorMessageOf, isChangedMeanwhile, validationIssuesOf } from '#web/error-message.ts'
import { toast } from '#web/toast-store.ts'
import { useCallMutation } from '#web/use-call.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { dailyMeditationPath } from '#shared/paths.ts'
import { templatesCalls, type Template, type TemplateFields } from '../../contract.ts'
import {
  saveTemplateDraft,
  readTemplateDraft,
  templateFormSchema,
  templateFormValues,
  type TemplateValues,
} from '../data/template-values.ts'
import type { Templates } from './use-templates.ts'

export type TemplateForm = UseFormReturn<TemplateValues, unknown, TemplateFields>

const resolver = standardSchemaResolver(templateFormSchema)

export interface TemplateFailure {
  /** The message above the form; the messages of single fields are shown beside them. */
  message: string
  /** Another administrator changed the template; the current version can be loaded. */
  isStale: boolean
}

interface Options {
  /** The edited template; null for a new one. */
  template: Template | null
  reload: Templates['reload']
  onSaved: () => void
}

export function useTemplateForm({ template, reload, onSaved }: Options) {
  const id = template?.id ?? null
  const [draft] = useState(() => readTemplateDraft(id))
  // The version that the draft is based on, so that the server can detect a stale draft.
  const [version, setVersion] = useState(draft ? draft.version : (template?.version ?? null))
  const [failure, setFailure] = useState<TemplateFailure | null>(null)
  const form: TemplateForm = useForm({
    defaultValues: templateFormValues(template),
    // A long form: a field left empty is marked on the way, and not with all others at the end.
    mode: 'onTouched',
    resolver,
  })
  useDraft(form, { id, version, draft: draft?.values ?? null })
  const { save, isSaving } = useSave(id, version)
  const send = useSubmitGuard(async (fields: TemplateFields) => {
    setFailure(null)
    try {
      await save(fields)
      saveTemplateDraft(id, null)
      onSaved()
    } catch (error) {
      setFailure(showFailure(form, error, id === null))
    }
  })
  const loadCurrent = async () => {
    const templates = await reload()
    const current = templates?.find((candidate) => candidate.id === id)
    if (current) {
      form.reset(templateFormValues(current))
      setVersion(current.version)
    }
    setFailure(current ? null : reloadFailure(templates))
  }
  return {
    form,
    isSaving,
    failure,
    isRestored: draft !== null,
    submit: form.handleSubmit(send),
    loadCurrent,
    discard: () => saveTemplateDraft(id, null),
  }
}

function useSave(id: number | null, version: number | null) {
  const refetch = [templatesCalls.templates]
  const createCall = useCallMutation(templatesCalls.createTemplate, { refetch })
  // Today’s meditation may have this template.
  const updateCall = useCallMutation(templatesCalls.updateTemplate, {
    refetch,
    evict: [{ path: dailyMeditationPath }],
  })
  const { templateCreated, templateUpdated } = adminMessages
  const save = async (fields: TemplateFields) => {
    if (id === null) await createCall.mutateAsync({ body: fields })
    else {
      const body = version === null ? fields : { ...fields, version }
      await updateCall.mutateAsync({ params: { id: String(id) }, body })
    }
    toast({ title: id === null ? templateCreated : templateUpdated })
  }
  return { save, isSaving: createCall.isPending || updateCall.isPending }
}

/** Restores the draft once, and saves it after every change. */
function useDraft(
  form: TemplateForm,
  { id, version, draft }: { id: number | null; version: number | null; draft: TemplateValues | null },
): void {
  const { isDirty } = form.formState
  useEffect(() => {
    if (draft) form.reset(draft, { keepDefaultValues: true })
  }, [draft, form])
  useEffect(() => {
    const saveDraft = () => saveTemplateDraft(id, isDirty ? { version, values: form.getValues() } : null)
    // `isDirty` just changed; the draft of the last input was saved or deleted by its old value.
    saveDraft()
    return form.subscribe({ formState: { values: true }, callback: saveDraft })
  }, [form, id, isDirty, version])
}

/** Shows the toast and the field errors; returns the failure to show above the form. */
function showFailure(form: TemplateForm, error: unknown, isNew: boolean): TemplateFailure {
  logFailure('Template save failed.', error)
  const { error: title, createTemplateFailed, updateTemplateFailed } = adminMessages
  const description = isNew ? createTemplateFailed : updateTemplateFailed
  toast({ title, description, variant: 'destructive' })
  for (const { path, message } of validationIssuesOf(error)) {
    const field = [...fieldsWithErrors, ...translatedFields].find((candidate) => candidate === path)
    if (field) form.setError(field, { message })
  }
  return {
    message: errorMessageOf(error, description),
    isStale: isChangedMeanwhile(error),
  }
}

function reloadFailure(templates: readonly Template[] | null): TemplateFailure {
  const message = templates
    ? t('This template has been deleted in the meantime.')
    : t('The current version didn’t load. Please try again.')
  return { message, isStale: templates === null }
}

/** The fields that show an error of their own; session steps have none. */
const fieldsWithErrors = [
  'title',
  'description',
  'duration',
  'difficulty',
  'videoUrl',
  'thumbnailUrl',
  'captionsUrl',
  'audioUrl',
  'instructor',
  'instructorTitle',
  'mediaSeconds',
] as const

const translatedFields = languages.flatMap((language) =>
  (['title', 'description', 'captionsUrl'] as const).map(
    (name) => `translations.${language}.${name}` as const,
  ),
)
