// Schedule dialog: create, edit and delete a schedule.
import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type FormEvent,
  type ReactNode,
  type RefObject,
} from 'react'
import './schedule-dialog.css'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { ValidatedForm } from '#web/forms/validated-form.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { CommunityText } from '#web/ui/community-text.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { SaveFailure } from '#web/ui/save-failure.tsx'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { ownSitting } from '../../calendar-days.ts'
import { scheduledDaysMax, type Schedule, type ScheduleScope } from '../../contract.ts'
import { nextEmptyDay, scheduleBefore } from '../../rules.ts'
import { useNewSchedules, useSeveralADay } from '../hooks/use-new-schedules.ts'
import {
  deletedMeanwhileMessage,
  useDeleteSchedule,
  useSaveSchedule,
  type ScheduleFailure,
} from '../hooks/use-save-schedule.ts'
import {
  datesOf,
  readScheduleDraft,
  validateSchedule,
  useScheduleValues,
} from '../hooks/use-schedule-values.ts'
import { meetingLinkError, useTemplateMeetings } from './meeting-link-field.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { comingSeries, SeriesScope } from './series-scope.tsx'
import { fittingSettings, sittingFieldErrors, useMediaSeconds, useSharedKind } from './together-fields.tsx'

/** Renders the own sitting of an active schedule; the screen composes it. */
export type RenderSitting = (schedule: Schedule, sitting: NonNullable<Schedule['sitting']>) => ReactNode

/** Renders who holds an active schedule that is still to come. */
export type RenderHost = (schedule: Schedule) => ReactNode

interface ScheduleDialogProps {
  open: boolean
  onClose: () => void
  /** The schedule to edit; null creates one. Give each opening its own `key`. */
  schedule: Schedule | null
  /** The initial date of a new schedule; null for none. */
  day: string | null
  /** Whether a new schedule takes the time and the settings of the one before its date. */
  takesStart: boolean
  /** The loaded schedules, to detect taken dates. */
  schedules: readonly Schedule[]
  today: string
  /** Reloads the schedules; null when that failed. */
  reload: () => Promise<readonly Schedule[] | null>
  renderSitting: RenderSitting
  renderHost?: RenderHost | undefined
  returnFocusTo: RefObject<HTMLElement | null>
}

/** A server error keeps the typed values; closing asks for confirmation before it discards them. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { open, schedules, today, returnFocusTo } = props
  const formId = useId()
  const firstField = useRef<HTMLInputElement>(null)
  const [layer, setLayer] = useState<'delete' | 'extend' | null>(null)
  const extendButton = useRef<HTMLButtonElement>(null)
  const editing = useScheduleForm(props)
  const { schedule, form, failure, isSaving, created, scope } = editing
  const { values, errors } = form
  // Each new schedule starts at its date.
  useEffect(() => {
    if (created > 0) firstField.current?.focus()
  }, [created])
  const { ask, question } = useAskBeforeLeaving({
    open,
    isChanged: form.isChanged,
    hasDraft: true,
    leave: editing.discardAndClose,
  })
  const close = () => {
    if (!isSaving) ask()
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={close}
        initialFocus={firstField}
        returnFocusTo={returnFocusTo}
        title={schedule ? t('Edit Schedule') : t('Add Schedule')}
        footer={
          <Footer
            {...{ formId, isSaving }}
            onDelete={schedule && (() => setLayer('delete'))}
            onCancel={close}
            onContinue={schedule ? null : editing.submitAndContinue}
            submitLabel={
              scope.value === 'following'
                ? t('Save from here on')
                : submitLabelFor(schedule, datesOf(values).length)
            }
          />
        }
      >
        <ValidatedForm
          id={formId}
          className="schedule-form grid gap-5"
          errorCount={Object.keys(errors).length}
          onSubmit={editing.submit}
        >
          {failure && (
            <div key={failure.message} ref={scrollIntoView}>
              <SaveFailure
                message={failure.message}
                isStale={failure.isStale}
                onReload={editing.loadCurrent}
              />
            </div>
          )}
          <Listed {...props} schedule={schedule} />
          <SeriesScope
            legend={t('Change')}
            {...scope}
            hint={t('Days that were changed on their own keep those changes.')}
          />
          {schedule?.seriesId != null && (
            <ExtendButton ref={extendButton} onClick={() => setLayer('extend')} />
          )}
          <ScheduleFields
            key={created}
            {...{ firstField, values, errors, schedule, schedules, today }}
            chosen={editing.chosen}
            series={scope.value === 'following' ? scope.series : null}
            takenDates={failure?.takenDates ?? []}
            onChange={form.change}
          />
        </ValidatedForm>
      </Dialog>
      {schedule && (
        <Layers
          {...{ schedule, schedules, today, extendButton, returnFocusTo }}
          series={scope.series}
          shown={open ? layer : null}
          onClose={() => setLayer(null)}
          onDeleted={editing.discardAndClose}
        />
      )}
      {question}
    </>
  )
}

const ExtendSeriesDialog = lazyPart(
  async () => (await import('./extend-series-dialog.tsx')).ExtendSeriesDialog,
)

interface LayersProps extends Omit<DeleteScheduleDialogProps, 'open'> {
  shown: 'delete' | 'extend' | null
  today: string
  extendButton: RefObject<HTMLElement | null>
}

/** The dialogs over that of a schedule. */
function Layers({ shown, today, extendButton, ...dialog }: LayersProps) {
  return (
    <>
      {shown === 'extend' && <ExtendSeriesDialog {...dialog} today={today} returnFocusTo={extendButton} />}
      <DeleteScheduleDialog {...dialog} open={shown === 'delete'} />
    </>
  )
}

function ExtendButton(props: Pick<ComponentProps<'button'>, 'ref' | 'onClick'>) {
  return (
    <Button
      {...props}
      className="justify-self-start"
      aria-haspopup="dialog"
      onPointerEnter={ExtendSeriesDialog.preload}
      onFocus={ExtendSeriesDialog.preload}
    >
      {t('Extend the series…')}
    </Button>
  )
}

/** Sitting and host as in the list, which is read again while the dialog is open: hosts change it. */
function Listed({ schedule, schedules, today, renderSitting, renderHost }: ScheduleDialogProps): ReactNode {
  const listed = schedules.find(({ id }) => id === schedule?.id)
  if (!listed?.isActive) return null
  const sitting = ownSitting(listed)
  return (
    <>
      {sitting && renderSitting(listed, sitting)}
      {listed.date >= today && renderHost?.(listed)}
    </>
  )
}

/** The form, its submission, and the reload after another administrator changed the schedule. */
function useScheduleForm(props: ScheduleDialogProps) {
  const { schedule: initialSchedule, day, takesStart, schedules, today, reload, onClose } = props
  const [draft] = useState(() => readScheduleDraft(initialSchedule, day))
  // A draft is saved with the version that it was typed over.
  const [schedule, setSchedule] = useState(
    initialSchedule && draft ? { ...initialSchedule, version: draft.version } : initialSchedule,
  )
  const series = comingSeries(schedules, schedule, today)
  const [chosenScope, setScope] = useState<ScheduleScope>('one')
  // The later ones may be gone meanwhile.
  const scope = series ? chosenScope : 'one'
  const newSchedules = useNewSchedules()
  // Also where the community has chosen no time (COM-07).
  const isLikeBefore = takesStart || newSchedules.scheduledTime === scheduledTimeDefault
  const previous = isLikeBefore && day !== null ? scheduleBefore(schedules, day) : null
  const form = useScheduleValues(schedule, { day, newSchedules, previous, draft })
  const { save, failure, setFailure, isSaving } = useSaveSchedule({
    schedule,
    scope,
    onFieldErrors: form.setErrors,
  })
  const { templateId } = form.values
  const templateIds = templateId === null ? [] : [templateId]
  const meetings = useTemplateMeetings(templateIds)
  const chosen = {
    mediaSeconds: useMediaSeconds(templateIds),
    kind: useSharedKind(templateIds),
    meetings,
  }
  const [created, setCreated] = useState(0)
  const send = useSubmitGuard(save)
  const validateAndSend = (onSaved: () => void) => {
    const values = fittingSettings(form.values, chosen)
    const meetingUrl = meetingLinkError(values.meetingUrl, meetings)
    const errors = {
      ...validateSchedule(values, { today, unchanged: schedule?.date ?? null }),
      ...sittingFieldErrors(values),
      ...(meetingUrl !== undefined && { meetingUrl }),
    }
    form.setErrors(errors)
    if (Object.keys(errors).length === 0) void send(values, onSaved)
  }
  const discardAndClose = () => {
    form.discard()
    onClose()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    validateAndSend(discardAndClose)
  }
  const severalADay = useSeveralADay()
  // The list may reload only after the next day is shown.
  const continueAfterSave = () => {
    const saved = datesOf(form.values).map((date) => ({ date, isActive: true }))
    const { date } = form.values
    // The next one may be on the same day, at another time.
    form.continueOn(severalADay ? date : nextEmptyDay([...schedules, ...saved], date))
    setCreated((count) => count + 1)
  }
  const loadCurrent = async () => {
    const loaded = await reload()
    const current = loaded?.find(({ id }) => id === schedule?.id)
    if (current) {
      setSchedule(current)
      form.resetTo(current)
    }
    setFailure(current ? null : reloadFailure(loaded))
  }
  const submitAndContinue = () => validateAndSend(continueAfterSave)
  const chooseScope = (chosen: ScheduleScope) => {
    setScope(chosen)
    // A series isn't repeated.
    if (chosen === 'following') form.change({ repeatWeeks: 0, repeatCount: 1 })
  }
  return {
    schedule,
    form,
    chosen,
    failure,
    isSaving,
    created,
    submit,
    submitAndContinue,
    discardAndClose,
    loadCurrent,
    scope: { series, value: scope, onChange: chooseScope },
  }
}

function submitLabelFor(schedule: Schedule | null, count: number): string {
  if (schedule) return count > 1 ? t('Save {count} schedules', { count }) : t('Save changes')
  if (count > scheduledDaysMax) return t('Create schedules')
  return count > 1 ? t('Create {count} schedules', { count }) : t('Create schedule')
}

interface FooterProps {
  formId: string
  isSaving: boolean
  /** Null for a new schedule. */
  onDelete: (() => void) | null
  onCancel: () => void
  /** Saves and starts the next schedule; null for an existing one. */
  onContinue: (() => void) | null
  submitLabel: string
}

function Footer({ formId, isSaving, onDelete, onCancel, onContinue, submitLabel }: FooterProps) {
  return (
    <>
      {onDelete && (
        <Button variant="danger" className="me-auto" disabled={isSaving} onClick={onDelete}>
          {t('Delete')}
        </Button>
      )}
      <Button disabled={isSaving} onClick={onCancel}>
        {t('Cancel')}
      </Button>
      {onContinue && <Button onClick={onContinue}>{t('Create and add another')}</Button>}
      <Button type="submit" form={formId} variant="primary" busy={isSaving}>
        {submitLabel}
      </Button>
    </>
  )
}

/** For the failure banner: the submit button is far below it. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

function reloadFailure(schedules: readonly Schedule[] | null): ScheduleFailure {
  const message = schedules
    ? deletedMeanwhileMessage
    : t('The current version didn’t load. Please try again.')
  return { message, isStale: schedules === null, takenDates: [] }
}

interface DeleteScheduleDialogProps {
  open: boolean
  schedule: Schedule
  schedules: readonly Schedule[]
  /** The schedule and the later ones of its series; null where there are none. */
  series: readonly Schedule[] | null
  onClose: () => void
  onDeleted: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

function DeleteScheduleDialog({
  open,
  schedule,
  schedules,
  series,
  onClose,
  onDeleted,
  returnFocusTo,
}: DeleteScheduleDialogProps) {
  const [scope, setScope] = useState<ScheduleScope>('one')
  const { deleteSchedule, isDeleting, deletionError } = useDeleteSchedule(scope, onDeleted)
  const { id, date, isActive, template } = schedule
  const isOnly = !schedules.some((other) => other.id !== id && other.isActive && other.date === date)
  return (
    <ConfirmDialog
      open={open}
      urgent
      title={scope === 'one' ? t('Delete this schedule?') : t('Delete from here on?')}
      description={
        scope === 'one' && isActive && isOnly
          ? t('The day will have no meditation. This can’t be undone.')
          : t('This can’t be undone.')
      }
      confirm={t('Yes, delete')}
      busy={isDeleting}
      failure={deletionError}
      onConfirm={() => deleteSchedule(schedule)}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <div className="grid gap-3">
        <p className="wrap-anywhere">
          <CommunityText language={template.language}>{template.title}</CommunityText>
          <span>{`, ${formatDay(date, 'full')}`}</span>
        </p>
        <SeriesScope legend={t('Delete')} series={series} value={scope} onChange={setScope} />
      </div>
    </ConfirmDialog>
  )
}
