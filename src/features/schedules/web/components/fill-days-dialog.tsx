// Dialogs that schedule many empty days at once: with templates in turn, or with copies of the last four weeks.
import { useId, useMemo, useRef, useState, type FormEvent, type RefObject } from 'react'
import { sittingDefaults } from '#features/sittings/rules.ts'
import './schedule-dialog.css'
import { templatesCalls } from '#features/templates/contract.ts'
import { idsOfSilences } from '#features/templates/rules.ts'
import { scheduledTimeDefault } from '#shared/constants.ts'
import { isDay, timeSchema } from '#shared/day-schema.ts'
import { addDays, capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { showAdminErrorToast } from '#web/admin-error-toast.ts'
import { pageDays } from '#web/community-days.ts'
import { readFormDraft, writeFormDraft } from '#web/drafts.ts'
import { errorMessageOf, validationIssuesOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { localZone } from '#web/local-zone.ts'
import { logFailure } from '#web/log.ts'
import { serverNow } from '#web/server-clock.ts'
import { toast } from '#web/toast-store.ts'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useWrittenDraft } from '#web/use-form-draft.ts'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { describeStart } from '../../calendar-days.ts'
import { scheduledDaysMax, schedulesCalls, type Schedule } from '../../contract.ts'
import { assignTemplates, copyLastWeeks, daysWithRoom, describeMissingBells } from '../../days-to-fill.ts'
import { copiedDays, type DayToFill } from '../../rules.ts'
import { fillValuesSchema, initialFill, type FillValues } from '../hooks/fill-values.ts'
import { useNewSchedules, useSeveralADay } from '../hooks/use-new-schedules.ts'
import { isExplained, scheduleInvalidations } from '../hooks/use-save-schedule.ts'
import { countDates, DaysPreview } from './days-preview.tsx'
import {
  MeetingLinkField,
  meetingLinkError,
  useTemplateMeetings,
  type TemplateMeetings,
} from './meeting-link-field.tsx'
import { TemplateOrderPicker } from './template-picker.tsx'
import {
  startsTogether,
  TogetherSection,
  useMediaSeconds,
  useSharedKind,
  useUnmeasured,
} from './together-fields.tsx'

interface FillDialogProps {
  open: boolean
  onClose: () => void
  schedules: readonly Schedule[]
  today: string
  returnFocusTo: RefObject<HTMLElement | null>
}

type FillField = 'from' | 'to' | 'scheduledTime' | 'templateIds' | 'meetingUrl'
type FillErrors = Partial<Record<FillField, string>>

// A longer range would only be typed by mistake.
const rangeMaxDays = 366

interface FillDaysDialogProps extends FillDialogProps {
  until: string
  /** The templates chosen to begin with. */
  templateIds?: readonly number[]
}

/** Starts with the empty days up to `until`; give each opening its own `key`. */
export function FillDaysDialog({ until, templateIds = [], ...props }: FillDaysDialogProps) {
  const { open, schedules, today, returnFocusTo } = props
  const formId = useId()
  const firstField = useRef<HTMLInputElement>(null)
  const severalADay = useSeveralADay()
  const { values, change, fill, close, question } = useFillForm(props, { until, templateIds, severalADay })
  const [isChecked, setChecked] = useState(false)
  const [local] = useState(localZone)
  const unmeasured = useUnmeasured(values.templateIds)
  const unmeasuredIds = unmeasured.map(({ id }) => id)
  const measuredIds = values.templateIds.filter((id) => !unmeasuredIds.includes(id))
  // Only without any measured template nothing can start together.
  const mediaSeconds = useMediaSeconds(measuredIds.length > 0 ? measuredIds : values.templateIds)
  const kind = useSharedKind(values.templateIds)
  const meetings = useTemplateMeetings(values.templateIds)
  const together = startsTogether(values, mediaSeconds)
  const dates = useMemo(
    () => (isRange(values) ? datesToFill(schedules, { ...values, together, severalADay }) : []),
    [schedules, values, together, severalADay],
  )
  const days = timeSchema.safeParse(values.scheduledTime).success
    ? assignTemplates(dates, { ...values, together, unmeasuredIds })
    : []
  const isOpen = values.scheduledTime === scheduledTimeDefault
  const missingBells = isOpen || !values.together ? null : describeMissingBells(days, unmeasured)
  const rangeErrors = validateRange(values, { today, count: dates.length, severalADay })
  // A wrong range shows at once; what is only missing shows after a press.
  const errors = isChecked ? { ...validateRest(values, meetings), ...rangeErrors } : rangeErrors
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (Object.keys({ ...rangeErrors, ...validateRest(values, meetings) }).length === 0) void fill.send(days)
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={close}
        initialFocus={firstField}
        returnFocusTo={returnFocusTo}
        title={t('Fill empty days')}
        description={
          severalADay
            ? t('The templates take turns on the days that have no other meditation at this time.')
            : t('The templates take turns on the days without a meditation.')
        }
        footer={
          <DialogActions type="submit" form={formId} busy={fill.isSaving} onCancel={close}>
            {t('{count, plural, one {Fill # day} other {Fill # days}}', { count: dates.length })}
          </DialogActions>
        }
      >
        <form id={formId} noValidate className="schedule-form grid gap-5" onSubmit={submit}>
          {fill.failure !== null && <FormError>{fill.failure}</FormError>}
          <RangeFields field={firstField} {...{ values, errors, today, change }} />
          <Field
            label={t('Time')}
            error={errors.scheduledTime}
            hint={describeStart(pageDays(), { ...values, date: values.from }, { local, today })}
          >
            <Input
              type="time"
              required
              value={values.scheduledTime}
              onChange={(event) => change({ scheduledTime: event.target.value })}
            />
          </Field>
          <TemplateOrderPicker
            value={values.templateIds}
            error={errors.templateIds}
            onChange={(templateIds) => change({ templateIds })}
          />
          <TogetherSection
            values={{ ...sittingDefaults, ...values, timeZone: null, date: values.from }}
            onChange={({ together = false }) => change({ together })}
            mediaSeconds={mediaSeconds}
            kind={kind}
          />
          <MeetingLinkField {...{ values, errors, meetings, together }} onChange={change} />
          <p role="status" className="text-small text-ink-2 empty:hidden">
            {missingBells}
          </p>
          <DaysPreview days={days} />
        </form>
      </Dialog>
      {question}
    </>
  )
}

/** The values with their draft, their submission, and the question before they are left. */
function useFillForm(
  { open, schedules, today, onClose }: FillDialogProps,
  {
    until,
    templateIds,
    severalADay,
  }: Required<Pick<FillDaysDialogProps, 'until' | 'templateIds'>> & { severalADay: boolean },
) {
  const newSchedules = useNewSchedules()
  const [initial] = useState(() => ({
    ...initialFill(schedules, { today, until, newSchedules, severalADay }),
    templateIds,
  }))
  const draftName = `fill-days:${templateIds.join()}`
  const [values, setValues] = useState<FillValues>(
    () => readFormDraft(draftName, fillValuesSchema) ?? initial,
  )
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial)
  useWrittenDraft(draftName, isChanged ? values : null)
  const discardAndClose = () => {
    writeFormDraft(draftName, null)
    onClose()
  }
  const fill = useFillDays({ onClose: discardAndClose })
  const { ask, question } = useAskBeforeLeaving({ open, isChanged, hasDraft: true, leave: discardAndClose })
  return {
    values,
    change: (changed: Partial<FillValues>) => setValues((now) => ({ ...now, ...changed })),
    fill,
    close: () => {
      if (!fill.isSaving) ask()
    },
    question,
  }
}

/** Copies what the four weeks before today had. */
export function CopyWeeksDialog(props: FillDialogProps) {
  const { open, schedules, today, returnFocusTo } = props
  const fill = useFillDays(props)
  const { data: templates } = useCall(templatesCalls.templates, {}, { enabled: open })
  const severalADay = useSeveralADay()
  const days = useMemo(
    () =>
      copyLastWeeks(pageDays(), schedules, {
        today,
        templateIds: (templates ?? []).map(({ id }) => id),
        silentIds: idsOfSilences(templates ?? []),
        severalADay,
        nowMs: serverNow(),
      }),
    [schedules, today, templates, severalADay],
  )
  const until = formatDay(addDays(today, copiedDays - 1), 'short')
  return (
    <Dialog
      open={open}
      onOpenChange={fill.close}
      returnFocusTo={returnFocusTo}
      title={t('Copy last 4 weeks')}
      description={
        severalADay
          ? t('Until {day}, each day gets the meditations of four weeks before whose time is free.', {
              day: until,
            })
          : t('Each empty day until {day} gets the meditation and time of four weeks before.', {
              day: until,
            })
      }
      footer={
        <DialogActions
          disabled={days.length === 0}
          busy={fill.isSaving}
          onClick={() => void fill.send(days)}
          onCancel={fill.close}
        >
          {t('{count, plural, one {Copy # day} other {Copy # days}}', { count: countDates(days) })}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        {fill.failure !== null && <FormError>{fill.failure}</FormError>}
        {days.length === 0 && templates && (
          <p>
            {severalADay
              ? t(
                  'Nothing to copy: no meditation of four weeks before has a template that still exists and a time that is free.',
                )
              : t(
                  'Nothing to copy: no empty day has a meditation four weeks before whose template still exists.',
                )}
          </p>
        )}
        <DaysPreview days={days} />
      </div>
    </Dialog>
  )
}

/** Sends the days in one call; a refusal stays in the dialog, and closing waits for the response. */
function useFillDays({ onClose }: Pick<FillDialogProps, 'onClose'>) {
  const { mutateAsync, isPending } = useCallMutation(schedulesCalls.scheduleDays, scheduleInvalidations)
  const [failure, setFailure] = useState<string | null>(null)
  const send = useSubmitGuard(async (days: readonly DayToFill[]) => {
    setFailure(null)
    try {
      await mutateAsync({ body: { days: [...days] } })
      toast({
        title: t('Schedules created'),
        description: t('{count, plural, one {# day filled.} other {# days filled.}}', {
          count: countDates(days),
        }),
      })
      onClose()
    } catch (error) {
      logFailure('Scheduling many days failed.', error)
      const description = adminMessages.createScheduleFailed
      if (!isExplained(error)) showAdminErrorToast(description)
      const reason = validationIssuesOf(error).find(
        ({ path }) => path === 'together' || path === 'silenceMinutes' || path === 'meetingUrl',
      )
      setFailure(reason?.message ?? errorMessageOf(error, description))
    }
  })
  return {
    send,
    failure,
    isSaving: isPending,
    close: () => {
      if (!isPending) onClose()
    },
  }
}

const isRange = ({ from, to }: FillValues) =>
  isDay(from) && isDay(to) && from <= to && to <= addDays(from, rangeMaxDays - 1)

function datesToFill(
  schedules: readonly Schedule[],
  room: Omit<FillValues, 'templateIds' | 'meetingUrl'> & { severalADay: boolean },
): string[] {
  return daysWithRoom(pageDays(), schedules, { ...room, nowMs: serverNow() })
}

function validateRange(
  values: FillValues,
  { today, count, severalADay }: { today: string; count: number; severalADay: boolean },
): FillErrors {
  const { from, to } = values
  if (!isDay(from)) return { from: t('Please choose a date.') }
  if (from < today) return { from: capitalize(t('{day} is in the past.', { day: formatDay(from, 'full') })) }
  if (!isDay(to)) return { to: t('Please choose a date.') }
  if (to < from) return { to: t('The last day is before the first.') }
  if (!isRange(values)) return { to: t('Please choose at most a year.') }
  if (count === 0)
    return {
      to: severalADay
        ? t('None of these days has room at this time. Choose another time.')
        : t('Each of these days has a meditation already.'),
    }
  if (count > scheduledDaysMax)
    return { to: t('At most {max} empty days at once; these are {count}.', { max: scheduledDaysMax, count }) }
  return {}
}

function validateRest(
  { scheduledTime, templateIds, meetingUrl }: FillValues,
  meetings: TemplateMeetings,
): FillErrors {
  const linkError = meetingLinkError(meetingUrl, meetings)
  return {
    ...(linkError !== undefined && { meetingUrl: linkError }),
    ...(timeSchema.safeParse(scheduledTime).success ? {} : { scheduledTime: t('Please choose a time.') }),
    ...(templateIds.length > 0 ? {} : { templateIds: t('Please choose at least one template.') }),
  }
}

function RangeFields({ field, ...fields }: Omit<DateFieldProps, 'label' | 'name'>) {
  return (
    <div className="field-pair">
      <DateField label={t('From')} name="from" {...(field && { field })} {...fields} />
      <DateField label={t('To')} name="to" {...fields} />
    </div>
  )
}

interface DateFieldProps {
  label: string
  name: 'from' | 'to'
  field?: RefObject<HTMLInputElement | null>
  values: FillValues
  errors: FillErrors
  today: string
  change: (changed: Partial<FillValues>) => void
}

function DateField({ label, name, field, values, errors, today, change }: DateFieldProps) {
  const value = values[name]
  return (
    <Field label={label} error={errors[name]} hint={isDay(value) && capitalize(formatDay(value, 'full'))}>
      <Input
        ref={field}
        type="date"
        required
        min={today}
        max="9999-12-31"
        value={value}
        onChange={(event) => change({ [name]: event.target.value })}
      />
    </Field>
  )
}
