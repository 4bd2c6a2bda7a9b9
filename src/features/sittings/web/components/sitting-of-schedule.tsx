// The sitting of a schedule, where the schedule is edited: whether it takes place as scheduled, and what a host can do.
import { useRef, useState } from 'react'
import { formatDay, formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { hasRung } from '../../phases.ts'
import { mayRestore, minutesLate } from '../../rules.ts'
import type { Sitting } from '../../sitting.ts'
import { CancelSittingDialog, RestoreSittingDialog, type Invalidations } from './host-dialogs.tsx'

interface SittingOfScheduleProps {
  sitting: Pick<Sitting, 'id' | 'startsAt' | 'cancelled' | 'cancelNote'>
  scheduleId: number
  day: string
  /** The bell of the schedule, in epoch milliseconds. */
  scheduledAt: number
  invalidations: Invalidations
}

/** Nothing once the bell has rung, unless the sitting is canceled. */
export function SittingOfSchedule(props: SittingOfScheduleProps) {
  const { sitting, scheduleId, scheduledAt } = props
  const [open, setOpen] = useState<'cancel' | 'restore' | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const now = serverNow()
  const isAhead = !hasRung(sitting, now)
  const mayCancel = isAhead && !sitting.cancelled
  const dialog = {
    returnFocusTo: trigger,
    onClose: () => setOpen(null),
    invalidations: props.invalidations,
  }
  const day = formatDay(props.day, 'full')
  return (
    <>
      {(isAhead || sitting.cancelled) && (
        <section
          aria-label={t('The sitting')}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-panel bg-sunken px-4 py-3"
        >
          <SittingState {...{ sitting, scheduledAt }} />
          <div className="flex flex-wrap gap-2">
            {mayRestore([sitting], scheduledAt, now) && (
              <Button ref={trigger} size="sm" onClick={() => setOpen('restore')}>
                {t('Restore the sitting…')}
              </Button>
            )}
            {mayCancel && (
              <Button ref={trigger} size="sm" onClick={() => setOpen('cancel')}>
                {t('Cancel the sitting…')}
              </Button>
            )}
          </div>
        </section>
      )}
      {open === 'cancel' && (
        <CancelSittingDialog
          {...dialog}
          id={String(sitting.id)}
          title={t('Cancel the sitting on {day}?', { day })}
        />
      )}
      {open === 'restore' && (
        <RestoreSittingDialog
          {...dialog}
          id={String(scheduleId)}
          title={t('Restore the sitting on {day}?', { day })}
          bell={formatBell(scheduledAt)}
        />
      )}
    </>
  )
}

/** By the community's clock, as everything about schedules. */
const formatBell = (atMs: number) => formatTimeOfDay(atMs, pageDays().zoneAt(atMs))

function SittingState({ sitting, scheduledAt }: Pick<SittingOfScheduleProps, 'sitting' | 'scheduledAt'>) {
  const { startsAt, cancelled, cancelNote } = sitting
  if (cancelled)
    return (
      <div className="min-w-0 text-small">
        <p className="font-strong">{t('This sitting is canceled.')}</p>
        {cancelNote !== null && (
          <p dir="auto" className="wrap-anywhere">
            {t('“{note}”', { note: cancelNote })}
          </p>
        )}
        <p className="text-ink-2">{t('Changes to the schedule don’t bring it back.')}</p>
      </div>
    )
  const time = formatBell(startsAt)
  const count = minutesLate(sitting, scheduledAt)
  if (count === 0)
    return <p className="text-small text-ink-2">{t('This sitting takes place as scheduled.')}</p>
  if (count < 0)
    return (
      <p className="text-small font-strong">{t('It begins earlier: the bell rings at {time}.', { time })}</p>
    )
  return (
    <div className="min-w-0 text-small">
      <p className="font-strong">
        {t(
          '{count, plural, one {Delayed by # minute: the bell rings at {time}.} other {Delayed by # minutes: the bell rings at {time}.}}',
          { count, time },
        )}
      </p>
      <p className="text-ink-2">{t('Changes to the schedule keep the delay.')}</p>
    </div>
  )
}
