// Dialog that extends a series beyond its last day (PLAN-12).
import { useId, useState, type FormEvent, type RefObject } from 'react'
import { isDay } from '#shared/day-schema.ts'
import { addDays, capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { errorMessageOf, validationIssuesOf } from '#web/error-message.ts'
import { adminMessages } from '#web/i18n/admin-messages.ts'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field, FormError } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { schedulesCalls, type Schedule } from '../../contract.ts'
import { copiedDays } from '../../rules.ts'
import { extendSeries } from '../../series-extension.ts'
import { scheduleInvalidations } from '../hooks/use-save-schedule.ts'
import { DaysPreview } from './days-preview.tsx'

interface ExtendSeriesDialogProps {
  /** One of the series, as stored: the new days start as it does. */
  schedule: Schedule
  schedules: readonly Schedule[]
  today: string
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Shows the new days before they are saved. */
export function ExtendSeriesDialog({
  schedule,
  schedules,
  today,
  onClose,
  returnFocusTo,
}: ExtendSeriesDialogProps) {
  const formId = useId()
  const series = schedules.filter(({ seriesId }) => seriesId === schedule.seriesId)
  const last = series.reduce((latest, { date }) => (date > latest ? date : latest), schedule.date)
  const [until, setUntil] = useState(() => addDays(last < today ? today : last, copiedDays))
  const { days, error } = isDay(until)
    ? extendSeries(series, { like: schedule, today, until })
    : { days: [], error: t('Please choose a date.') }
  const extend = useCallMutation(schedulesCalls.extendSeries, {
    ...scheduleInvalidations,
    onSuccess: ({ rows }) => {
      toast(adminMessages.schedulesCreated(rows))
      onClose()
    },
    onError: (failure) => logFailure('The series was not extended.', failure),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (extend.isPending || error !== null) return
    extend.mutate({ params: { id: String(schedule.id) }, body: { until } })
  }
  const close = () => {
    if (!extend.isPending) onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={close}
      returnFocusTo={returnFocusTo}
      title={t('Extend the series')}
      description={t('It ends on {day}. New days start as this one does; its templates go on in turn.', {
        day: formatDay(last, 'full'),
      })}
      footer={
        <>
          <Button disabled={extend.isPending} onClick={close}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={extend.isPending}>
            {t('{count, plural, one {Add # day} other {Add # days}}', {
              count: error === null ? days.length : 0,
            })}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="schedule-form grid gap-5" onSubmit={submit}>
        {extend.error && (
          <FormError>
            {validationIssuesOf(extend.error).find(({ path }) => path !== 'date')?.message ??
              errorMessageOf(extend.error, adminMessages.createSchedulesFailed)}
          </FormError>
        )}
        <Field
          label={t('Until')}
          error={error ?? undefined}
          hint={isDay(until) && capitalize(formatDay(until, 'full'))}
        >
          <Input
            type="date"
            required
            min={addDays(last, 1)}
            max="9999-12-31"
            value={until}
            onChange={(event) => {
              extend.reset()
              setUntil(event.target.value)
            }}
          />
        </Field>
        {error === null && <DaysPreview days={days} />}
      </form>
    </Dialog>
  )
}
