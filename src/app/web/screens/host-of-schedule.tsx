// Who holds a schedule, in Admin › Schedules and the garden angels' schedule: a menu in the lists, a part of the dialog.
import { useRef, useState } from 'react'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import { hostInvalidations, useHostChoice } from '#features/hosts/web/use-host-choice.ts'
import { formatStart, ownSitting } from '#features/schedules/calendar-days.ts'
import type { Schedule } from '#features/schedules/contract.ts'
import { scheduledStartMs } from '#features/sittings/scheduled-start.ts'
import { formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { SittingMenuButton } from './sitting-menu-button.tsx'

const ChooseHostDialog = lazyPart(
  async () => (await import('#features/hosts/web/choose-host-dialog.tsx')).ChooseHostDialog,
)

interface ScheduleProps {
  schedule: Schedule
}

/** Names a schedule: 'Morning light, Saturday, November 21, 8:00 PM'. */
function labelOf(schedule: Schedule): string {
  const day = formatDay(schedule.date, 'full')
  return `${schedule.template.title}, ${day}, ${formatStart(pageDays(), schedule, null)}`
}

function menuOf(schedule: Schedule) {
  return {
    label: t('Host: {sitting}', { sitting: labelOf(schedule) }),
    scheduleId: schedule.id,
    day: schedule.date,
    own: ownSitting(schedule),
    scheduledAt: schedule.together ? scheduledStartMs(pageDays(), schedule) : null,
    isModerator: true,
    livePlace: schedule.template.livePlace,
    invalidations: hostInvalidations,
  }
}

/** For administrators, who choose anyone. */
export function HostMenu({ schedule, isWide = false }: ScheduleProps & { isWide?: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <>
      <SittingMenuButton
        {...menuOf(schedule)}
        isWide={isWide}
        button={button}
        choices={[{ label: t('Choose who holds it…'), onSelect: () => setChoosing(true) }]}
      />
      {isChoosing && (
        <ChooseHostDialog
          scheduleId={schedule.id}
          host={schedule.host}
          hasLater={schedule.seriesId !== null}
          label={labelOf(schedule)}
          onClose={() => setChoosing(false)}
          returnFocusTo={button}
        />
      )}
    </>
  )
}

/** In the dialog of a schedule; saved at once, like what is done with its sitting. */
export function HostOfSchedule({ schedule }: ScheduleProps) {
  const { host } = schedule
  const button = useRef<HTMLButtonElement>(null)
  const [isChoosing, setChoosing] = useState(false)
  return (
    <section
      aria-label={t('Held by')}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-panel bg-sunken px-4 py-3"
    >
      <p dir="auto" className="min-w-0 text-small wrap-anywhere">
        {host === null ? t('No one holds it.') : t('Held by {name}', { name: host.name })}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={button}
          size="sm"
          aria-haspopup="dialog"
          onPointerEnter={ChooseHostDialog.preload}
          onFocus={ChooseHostDialog.preload}
          onClick={() => setChoosing(true)}
        >
          {t('Choose who holds it…')}
        </Button>
        <SittingMenuButton {...menuOf(schedule)} isWide />
      </div>
      {isChoosing && (
        <ChooseHostDialog
          scheduleId={schedule.id}
          host={host}
          hasLater={schedule.seriesId !== null}
          label={labelOf(schedule)}
          onClose={() => setChoosing(false)}
          returnFocusTo={button}
        />
      )}
    </section>
  )
}

/** For garden angels, who take a free one and give it back. */
export function AngelHostMenu({ schedule }: ScheduleProps) {
  const { user } = useUser()
  const { take, giveBack, failure } = useHostChoice(user?.id ?? null)
  const { id, host, seriesId } = schedule
  const ofSeries = (choice: { label: string; onSelect: () => void }) => (seriesId === null ? [] : [choice])
  const choices =
    host === null
      ? [
          { label: t('I will hold it'), onSelect: () => take(id) },
          ...ofSeries({ label: t('I will, from here on'), onSelect: () => take(id, 'from') }),
        ]
      : host.id === user?.id
        ? [
            { label: t('Give it back'), onSelect: () => giveBack(id) },
            ...ofSeries({ label: t('Give it back, from here on'), onSelect: () => giveBack(id, 'from') }),
          ]
        : []
  return (
    <div className="grid max-w-60 justify-items-end gap-2">
      <SittingMenuButton {...menuOf(schedule)} isWide choices={choices} />
      {failure !== null && <FormError>{failure}</FormError>}
    </div>
  )
}
