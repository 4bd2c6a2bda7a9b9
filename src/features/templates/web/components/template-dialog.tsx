// Template dialog: create and edit (TPL-04 to TPL-06, TPL-08, TPL-09).
import { useId, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { templateDescriptionMaxChars, templateMinutesMax } from '#shared/constants.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { TextField, useFieldError } from '#web/forms/fields.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { SaveFailure } from '#web/ui/save-failure.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { type Template, difficulties } from '../../contract.ts'
import { difficultyLabels } from '../../rules.ts'
import { useTemplateForm, type EditedTemplate, type TemplateForm } from '../hooks/use-template-form.ts'
import type { Templates } from '../hooks/use-templates.ts'
import { addressInput } from './address-input.ts'
import { BlockFields } from './block-fields.tsx'
import { StepFields } from './step-fields.tsx'
import { TranslationsFieldset } from './translation-fields.tsx'
import { VideoLength } from './video-length.tsx'

interface TemplateDialogProps {
  open: boolean
  /** Null creates a template. Give each opening its own `key`. */
  template: Template | null
  reload: Templates['reload']
  /** Plays the community's bell; the screen composes it. */
  listenButton: ReactNode
  onClose: () => void
}

export function TemplateDialog({ open, template, reload, listenButton, onClose }: TemplateDialogProps) {
  return (
    <TemplateFormDialog
      {...{ open, listenButton, onClose }}
      editing={useTemplateForm({ template, reload, onSaved: onClose })}
      title={template ? t('Edit Template') : t('New Template')}
      action={template ? t('Save template') : t('Create template')}
    />
  )
}

interface TemplateFormDialogProps extends Pick<TemplateDialogProps, 'open' | 'listenButton' | 'onClose'> {
  editing: EditedTemplate
  title: string
  /** One sentence under the title. */
  description?: string
  /** The text of the button that saves. */
  action: string
  /** Of a teacher, whom this server's bandwidth is no concern of. */
  isProposal?: boolean
}

/** Unsaved changes are discarded only after a confirmation. */
export function TemplateFormDialog({
  open,
  editing,
  title,
  description,
  action,
  isProposal = false,
  listenButton,
  onClose,
}: TemplateFormDialogProps) {
  const id = useId()
  const { form, failure, isSaving } = editing
  const { errors, isDirty, isSubmitted } = form.formState
  const invalidCount = isSubmitted ? Object.keys(errors).length : 0
  const { ask, question } = useAskBeforeLeaving({
    open,
    isChanged: isDirty,
    hasDraft: true,
    leave: () => {
      editing.forget()
      onClose()
    },
  })
  const close = () => {
    if (!isSaving) ask()
  }
  return (
    <>
      <Dialog
        open={open}
        size="lg"
        title={title}
        description={description}
        onOpenChange={close}
        footer={
          <>
            {invalidCount > 1 && (
              <p role="status" className="w-full text-small text-danger">
                {t('{count, number} fields are missing or invalid.', { count: invalidCount })}
              </p>
            )}
            <DialogActions type="submit" form={id} busy={isSaving} onCancel={close}>
              {action}
            </DialogActions>
          </>
        }
      >
        <form id={id} noValidate className="grid gap-6" onSubmit={editing.onSubmit}>
          {editing.isRestored && isDirty && failure === null && (
            <p role="status" className="rounded-field bg-primary-soft px-4 py-3 text-small">
              {t('Your unsaved changes have been restored.')}
            </p>
          )}
          {failure && <SaveFailure key={failure.message} {...failure} onReload={editing.loadCurrent} />}
          <TemplateFieldset {...{ form, listenButton, isProposal }} />
          <StepFields form={form} name="sessionSteps" hint={t('Steps without a title aren’t saved.')} />
          <TranslationsFieldset form={form} />
        </form>
      </Dialog>
      {question}
    </>
  )
}

const levels = difficulties.map((value) => ({ value, label: translate(difficultyLabels[value]) }))

interface TemplateFieldsetProps extends Pick<TemplateDialogProps, 'listenButton'> {
  form: TemplateForm
  isProposal: boolean
}

function TemplateFieldset({ form, listenButton, isProposal }: TemplateFieldsetProps) {
  const isSilence = useWatch({ control: form.control, name: 'kind' }) === 'silence'
  return (
    <div className="grid items-start gap-x-5 gap-y-5 sm:grid-cols-2">
      <div className="sm:col-span-2">
        <TextField form={form} name="title" label={t('Title')} required />
      </div>
      <TextField form={form} name="instructor" label={t('Instructor')} required />
      <TextField form={form} name="instructorTitle" label={t('Instructor’s title')} required />
      <div className="sm:col-span-2">
        <DescriptionField form={form} />
      </div>
      <div className="sm:col-span-2">
        <KindChoice form={form} />
      </div>
      {isSilence ? (
        <div className="sm:col-span-2">
          <BlockFields {...{ form, listenButton }} />
        </div>
      ) : (
        <DurationField form={form} />
      )}
      <DifficultyChoice form={form} />
      {!isSilence && <VideoFields {...{ form, isProposal }} />}
      <TextField
        {...optionalAddress}
        form={form}
        name="thumbnailUrl"
        label={t('Thumbnail')}
        hint={t('The address of a picture.')}
      />
      {!isSilence && <CaptionsAndAudio form={form} />}
    </div>
  )
}

const kinds = [
  { value: 'video', label: t('A video') },
  { value: 'silence', label: t('A silence') },
] as const

/** What was typed for the other kind stays until the dialog closes. */
function KindChoice({ form }: { form: TemplateForm }) {
  const value = useWatch({ control: form.control, name: 'kind' })
  return (
    <div className="grid min-w-0 justify-items-start gap-1.5">
      <span aria-hidden className="text-small font-strong">
        {t('What it plays')}
      </span>
      <Segmented
        legend={t('What it plays')}
        options={kinds}
        value={value}
        onChange={(kind) => {
          form.setValue('kind', kind, { shouldDirty: true })
          // The errors of fields that are gone.
          form.clearErrors(['blocks', 'videoUrl', 'duration', 'captionsUrl', 'audioUrl', 'mediaSeconds'])
        }}
      />
    </div>
  )
}

function DurationField({ form }: { form: TemplateForm }) {
  return (
    <TextField
      form={form}
      name="duration"
      label={t('Duration in minutes')}
      type="number"
      required
      min={0}
      max={templateMinutesMax}
      step={1}
      inputMode="numeric"
    />
  )
}

function DescriptionField({ form }: { form: TemplateForm }) {
  const { length } = useWatch({ control: form.control, name: 'description' })
  return (
    <Field
      label={t('Description')}
      error={form.formState.errors.description?.message}
      limit={{ chars: length, max: templateDescriptionMaxChars }}
    >
      <Textarea required {...form.register('description')} />
    </Field>
  )
}

function DifficultyChoice({ form }: { form: TemplateForm }) {
  const value = useWatch({ control: form.control, name: 'difficulty' })
  return (
    <div className="grid min-w-0 gap-1.5">
      <span aria-hidden className="text-small font-strong">
        {t('Difficulty')}
      </span>
      <Segmented
        legend={t('Difficulty')}
        options={levels}
        value={value}
        onChange={(level) => form.setValue('difficulty', level, { shouldDirty: true })}
      />
    </div>
  )
}

const optionalAddress = { optional: true, ...addressInput } as const

/** Another video or audio has another size. */
function forgetSizes(form: TemplateForm): void {
  form.setValue('megabytes', null, { shouldDirty: true })
}

function VideoFields({ form, isProposal }: Pick<TemplateFieldsetProps, 'form' | 'isProposal'>) {
  return (
    <>
      <div className="sm:col-span-2">
        <Field
          label={t('Video')}
          hint={t('The address of a file or stream (https://…), a YouTube link, or a path below /media/.')}
          error={useFieldError(form, 'videoUrl')}
        >
          <Input
            {...addressInput}
            required
            {...form.register('videoUrl', {
              // Another video has another length.
              onChange: () => {
                form.setValue('mediaSeconds', null, { shouldDirty: true })
                forgetSizes(form)
              },
            })}
          />
        </Field>
      </div>
      <VideoLength form={form} saysBandwidth={!isProposal} />
    </>
  )
}

function CaptionsAndAudio({ form }: { form: TemplateForm }) {
  return (
    <>
      <TextField
        {...optionalAddress}
        form={form}
        name="captionsUrl"
        label={t('Captions')}
        hint={t('The address of a WebVTT file.')}
      />
      <div className="sm:col-span-2">
        <Field
          optional
          label={t('Audio')}
          hint={t('For sound only, and for listening with the screen off. The address of an audio file.')}
          error={useFieldError(form, 'audioUrl')}
        >
          <Input {...addressInput} {...form.register('audioUrl', { onChange: () => forgetSizes(form) })} />
        </Field>
      </div>
    </>
  )
}
