// Template dialog: create and edit (TPL-04 to TPL-06, TPL-08, TPL-09).
import { useId, type ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { aroundMeeting, meetingAccess } from '#features/sittings/meeting.ts'
import { liveMinutesMax } from '#features/sittings/plays.ts'
import { templateDescriptionMaxChars, templateMinutesMax } from '#shared/constants.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { writeFormDraft } from '#web/drafts.ts'
import { TextField, useFieldError } from '#web/forms/fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { SaveFailure } from '#web/ui/save-failure.tsx'
import { meetingOf, meetingSentence } from '../../meeting-address.ts'
import { difficultyLabels } from '../../rules.ts'
import { type Template, difficulties } from '../../template-content.ts'
import { asLiveValues, templateDraftName } from '../data/template-values.ts'
import { useTemplateForm, type EditedTemplate, type TemplateForm } from '../hooks/use-template-form.ts'
import type { Templates } from '../hooks/use-templates.ts'
import { addressInput } from './address-input.ts'
import { BlockFields } from './block-fields.tsx'
import { LiveFields } from './live-fields.tsx'
import { StepFields } from './step-fields.tsx'
import { TranslationsFieldset } from './translation-fields.tsx'
import { VideoLength } from './video-length.tsx'

interface TemplateDialogProps {
  open: boolean
  /** Null creates a template. Give each opening its own `key`. */
  template: Template | null
  /** Says that a new live template was made of typed values, and of which template's; null for any other opening. */
  madeLive: MadeLive | null
  reload: Templates['reload']
  /** Plays the community's bell; the screen composes it. */
  listenButton: ReactNode
  onClose: () => void
  /** The dialog turns into that of a new live template, whose draft is written. */
  onMakeLive: (made: MadeLive) => void
}

export interface MadeLive {
  /** The title of the template that was edited; null for a new one. */
  title: string | null
}

export function TemplateDialog(props: TemplateDialogProps) {
  const { open, template, madeLive, reload, listenButton, onClose, onMakeLive } = props
  const editing = useTemplateForm({ template, reload, onSaved: onClose })
  const makeLive = (meetingUrl: string) => {
    // An edited template stays as it is.
    editing.forget()
    const values = asLiveValues(editing.form.getValues(), meetingUrl)
    writeFormDraft(templateDraftName(null), { version: null, values })
    onMakeLive({ title: template?.title ?? null })
  }
  return (
    <TemplateFormDialog
      {...{ open, editing, listenButton, makeLive, onClose }}
      title={template ? t('Edit Template') : t('New Template')}
      action={template ? t('Save template') : t('Create template')}
      restoredSentence={madeLive ? madeLiveSentence(madeLive) : undefined}
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
  /** Said where a draft was found, in place of the usual sentence. */
  restoredSentence?: string | undefined
  /** Makes a live template of what was typed; by default the dialog's own. */
  makeLive?: (meetingUrl: string) => void
}

/** Unsaved changes are discarded only after a confirmation. */
export function TemplateFormDialog({
  open,
  editing,
  title,
  description,
  action,
  isProposal = false,
  restoredSentence = t('Your unsaved changes have been restored.'),
  makeLive = (meetingUrl) =>
    editing.form.reset(asLiveValues(editing.form.getValues(), meetingUrl), { keepDefaultValues: true }),
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
              {restoredSentence}
            </p>
          )}
          {failure && <SaveFailure key={failure.message} {...failure} onReload={editing.loadCurrent} />}
          <TemplateFieldset {...{ form, listenButton, isProposal, makeLive }} />
          <StepFields form={form} name="sessionSteps" hint={t('Steps without a title aren’t saved.')} />
          <TranslationsFieldset form={form} />
        </form>
      </Dialog>
      {question}
    </>
  )
}

const levels = difficulties.map((value) => ({ value, label: translate(difficultyLabels[value]) }))

function madeLiveSentence({ title }: MadeLive): string {
  return title === null
    ? t('Now a live template, with what you typed.')
    : t('A new live template with what you typed; “{title}” stays as it is.', { title })
}

interface TemplateFieldsetProps extends Pick<TemplateDialogProps, 'listenButton'> {
  form: TemplateForm
  isProposal: boolean
  makeLive: (meetingUrl: string) => void
}

function TemplateFieldset({ form, listenButton, isProposal, makeLive }: TemplateFieldsetProps) {
  const [kind, place] = useWatch({ control: form.control, name: ['kind', 'livePlace'] })
  const isElsewhere = kind === 'live' && place === 'elsewhere'
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
      {kind === 'silence' ? (
        <div className="sm:col-span-2">
          <BlockFields {...{ form, listenButton }} />
        </div>
      ) : (
        <DurationField form={form} isLive={kind === 'live'} isElsewhere={isElsewhere} />
      )}
      <DifficultyChoice form={form} />
      {kind === 'live' && <LiveFields form={form} saysBandwidth={!isProposal} />}
      {isElsewhere && <MeetingField form={form} isElsewhere />}
      {kind === 'video' && <VideoFields {...{ form, isProposal, makeLive }} />}
      <TextField
        {...optionalAddress}
        form={form}
        name="thumbnailUrl"
        label={t('Thumbnail')}
        hint={t('The address of a picture.')}
      />
      {kind === 'video' && <CaptionsAndAudio form={form} />}
      {!isElsewhere && <MeetingField form={form} isElsewhere={false} />}
    </div>
  )
}

/** The default of its schedules (TEACH-11). */
function MeetingField({ form, isElsewhere }: { form: TemplateForm; isElsewhere: boolean }) {
  const place = isElsewhere
    ? t('Where it takes place: the https address of a meeting.')
    : translate(aroundMeeting)
  const hint = `${place} ${translate(meetingAccess)} ${t('A schedule can have a link of its own.')}`
  return (
    <div className="sm:col-span-2">
      <TextField {...optionalAddress} form={form} name="meetingUrl" label={t('Meeting link')} hint={hint} />
    </div>
  )
}

const kinds = [
  { value: 'video', label: t('A video') },
  { value: 'silence', label: t('A silence') },
  { value: 'live', label: t('Live') },
] as const

/** What was typed for the other kinds stays until the dialog closes. */
function KindChoice({ form }: { form: TemplateForm }) {
  const value = useWatch({ control: form.control, name: 'kind' })
  return (
    <ChoiceField
      label={t('What it plays')}
      options={kinds}
      value={value}
      onChange={(kind) => {
        form.setValue('kind', kind, { shouldDirty: true })
        // The errors of fields that are gone.
        form.clearErrors(['blocks', 'videoUrl', 'duration', 'captionsUrl', 'audioUrl', 'mediaSeconds'])
        form.clearErrors('liveSource')
      }}
    />
  )
}

interface DurationFieldProps {
  form: TemplateForm
  isLive: boolean
  isElsewhere: boolean
}

function DurationField({ form, isLive, isElsewhere }: DurationFieldProps) {
  const [min, max] = isLive ? [1, liveMinutesMax] : [0, templateMinutesMax]
  return (
    <TextField
      form={form}
      name="duration"
      label={t('Duration in minutes')}
      hint={isElsewhere && t('The bell rings by the clock, at the beginning and after these minutes.')}
      type="number"
      required
      {...{ min, max }}
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
    <ChoiceField
      label={t('Difficulty')}
      isWide
      options={levels}
      value={value}
      onChange={(level) => form.setValue('difficulty', level, { shouldDirty: true })}
    />
  )
}

const optionalAddress = { optional: true, ...addressInput } as const

/** Another video or audio has another size. */
function forgetSizes(form: TemplateForm): void {
  form.setValue('megabytes', null, { shouldDirty: true })
}

function VideoFields({
  form,
  isProposal,
  makeLive,
}: Pick<TemplateFieldsetProps, 'form' | 'isProposal' | 'makeLive'>) {
  const meeting = meetingOf(useWatch({ control: form.control, name: 'videoUrl' }))
  const error = useFieldError(form, 'videoUrl')
  const sentence = meeting && meetingSentence(meeting)
  return (
    <>
      <div className="grid gap-2 sm:col-span-2">
        <Field
          label={t('Video')}
          hint={
            sentence ??
            t('The address of a file or stream (https://…), a YouTube link, or a path below /media/.')
          }
          // Said at once, as nothing else is possible.
          error={error ?? (meeting?.mayBeRecording === false ? (sentence ?? undefined) : undefined)}
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
        {meeting && (
          <Button className="justify-self-start" onClick={() => makeLive(meeting.url)}>
            {t('Make a live template')}
          </Button>
        )}
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
