// Template form hook: unsaved input survives failed saves and page reloads as a draft.
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { issuesOfSchema } from '#shared/error-body.ts'
import { t } from '#shared/i18n/t.ts'
import { dailyMeditationPath } from '#shared/paths.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import {
  useSentForm,
  type FormFailure,
  type SentForm,
  type SentFormOptions,
} from '#web/forms/use-sent-form.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { toast } from '#web/toast-store.ts'
import { useCallMutation } from '#web/use-call.ts'
import { templateBodySchema, templatesCalls } from '../../contract.ts'
import type { Template } from '../../template-content.ts'
import {
  templateBody,
  templateDraft,
  templateDraftName,
  templateFormValues,
  type TemplateValues,
} from '../data/template-values.ts'
import type { Templates } from './use-templates.ts'

export type TemplateForm = UseFormReturn<TemplateValues>

interface Options {
  /** The edited template; null for a new one. */
  template: Template | null
  reload: Templates['reload']
  onSaved: () => void
}

export function useTemplateForm({ template, reload, onSaved }: Options): EditedTemplate {
  const id = template?.id ?? null
  const save = useSave(id)
  const { createTemplateFailed, updateTemplateFailed } = adminMessages
  const notSaved = template ? updateTemplateFailed : createTemplateFailed
  const sent = useTemplateFields({
    values: templateFormValues(template),
    version: template?.version ?? null,
    draftName: templateDraftName(id),
    send: async (body, version) => {
      await save(body, version ?? null)
      onSaved()
    },
    notSaved,
    onFailure: () => showAdminErrorToast(notSaved),
  })
  const loadCurrent = async () => {
    const templates = await reload()
    const current = templates?.find((candidate) => candidate.id === id)
    if (current) sent.load({ values: templateFormValues(current), version: current.version })
    else sent.setFailure(reloadFailure(templates))
  }
  return { ...sent, loadCurrent }
}

/** What a dialog with the fields of a template needs. */
export interface EditedTemplate extends SentForm<TemplateValues> {
  /** Shows what is stored now in place of what was typed. */
  loadCurrent: () => Promise<void>
}

/** A template as its form sends it. */
export type TemplateBody = z.output<typeof templateBodySchema>

interface FieldsOptions extends Pick<
  SentFormOptions<TemplateValues>,
  'values' | 'version' | 'notSaved' | 'issuesOf' | 'onFailure'
> {
  draftName: string
  /** `version` is the one over which the fields were typed. */
  send: (body: TemplateBody, version: number | null | undefined) => Promise<void>
}

/** The fields of a template, however they are sent. */
export function useTemplateFields({ draftName, send, ...options }: FieldsOptions): SentForm<TemplateValues> {
  const bodyOf = (values: TemplateValues) =>
    templateBody(values, { hadMeeting: Boolean(sent.form.formState.defaultValues?.meetingUrl) })
  const sent: SentForm<TemplateValues> = useSentForm<TemplateValues>({
    ...options,
    draft: templateDraft(draftName),
    // A long form: a field left empty is marked on the way, and not with all others at the end.
    mode: 'onTouched',
    check: (values) => issuesOfSchema(templateBodySchema, bodyOf(values)),
    send: (values, version) => send(z.parse(templateBodySchema, bodyOf(values)), version),
  })
  return sent
}

function useSave(id: number | null) {
  const refetch = [templatesCalls.templates]
  const { mutateAsync: create } = useCallMutation(templatesCalls.createTemplate, { refetch })
  // Today’s meditation may have this template.
  const { mutateAsync: update } = useCallMutation(templatesCalls.updateTemplate, {
    refetch,
    evict: [{ path: dailyMeditationPath }],
  })
  const { templateCreated, templateUpdated } = adminMessages
  return async (fields: TemplateBody, version: number | null) => {
    if (id === null) await create({ body: fields })
    else {
      const body = version === null ? fields : { ...fields, version }
      await update({ params: { id: String(id) }, body })
    }
    toast({ title: id === null ? templateCreated : templateUpdated })
  }
}

function reloadFailure(templates: readonly Template[] | null): FormFailure {
  const message = templates
    ? t('This template has been deleted in the meantime.')
    : t('The current version didn’t load. Please try again.')
  return { message, isStale: templates === null }
}
