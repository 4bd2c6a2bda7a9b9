// Host menu: begin, delay, end, cancel or restore the day's sitting, each after a confirmation (PHASE-18, PHASE-24).
import { BellRing } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { displayZone } from '#web/local-zone.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { useCallMutation } from '#web/use-call.ts'
import { sittingsCalls } from '../../contract.ts'
import type { ScheduleOfDay } from '../../current-sitting.ts'
import { isAhead } from '../../phases.ts'
import { isTimeFor, mayRestore, sittingToBegin, type HostAction } from '../../rules.ts'
import { scheduledStartMs, type ScheduledStart } from '../../scheduled-start.ts'
import { type Sitting } from '../../sitting.ts'
import { useSittingsAround } from '../hooks/use-timeline-now.ts'
import {
  CancelSittingDialog,
  HostDialog,
  RestoreSittingDialog,
  type HostDialogProps,
  type Invalidations,
} from './host-dialogs.tsx'
import { useMoreActions, type MoreActions } from './more-actions.tsx'

/** The seat of who begins a sitting in its room. */
export interface BeginnersSeat {
  /** What it loads from elsewhere, as a sentence; null for nothing. */
  hint: string | null
  /** Called within the press, for what browsers allow in it alone. */
  prepare: () => void
  takeIn: (sittingId: number) => void
}

interface HostControlsProps {
  /** The schedule whose meditation is shown. */
  scheduleId: number
  /** All schedules of the day. */
  schedules: readonly (ScheduleOfDay & ScheduledStart)[]
  /** The sitting of the moment. */
  sitting: Sitting | null
  /** Its teacher is there. */
  isLive: boolean
  /** What else can be done with it. */
  more?: readonly MoreActions[]
  /** The desk from which its teacher speaks; null unless it is live on this site. */
  deskUrl: string | null
  /** Restoring is the moderators' alone. */
  mayRestore: boolean
  seat: BeginnersSeat
  /** Called with the sitting as it is after an action. */
  onChanged: (sitting: Sitting) => void
}

/** In the order of the menu. */
export const hostActionLabels = [
  { action: 'begin', label: t('Begin together…') },
  { action: 'delay', label: t('Delay the bell…') },
  { action: 'extend', label: t('Make it longer…') },
  { action: 'end', label: t('End the sitting…') },
  { action: 'cancel', label: t('Cancel the sitting…') },
  { action: 'restore', label: t('Restore the sitting…') },
] as const satisfies { action: HostAction; label: string }[]

/** For administrators and garden angels, and for who holds the sitting. */
export function HostControls(props: HostControlsProps) {
  const [open, setOpen] = useState<HostAction | null>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const now = serverNow()
  const { schedules, sitting, deskUrl, isLive, more, seat, mayRestore: mayRestoreAny } = props
  const others = useMoreActions(more, { sitting, returnFocusTo: trigger })
  const { data: around = [] } = useSittingsAround(true)
  const ofSchedule = (id: number) => around.filter((each) => each.scheduleId === id)
  // Beside a meditation without a bell, the day's next sitting begins.
  const scheduleId = sitting?.scheduleId ?? props.scheduleId
  const restorable = mayRestoreAny ? restorableSchedule(schedules, ofSchedule, now) : null
  const isPossible = (action: HostAction) => {
    if (action === 'restore') return restorable !== null
    return (action !== 'extend' || isLive) && isTimeFor(action, sitting, now)
  }
  const dialog = {
    onChanged: props.onChanged,
    id: String(sitting?.id),
    returnFocusTo: trigger,
    onClose: () => setOpen(null),
  }
  const possible = hostActionLabels.filter(({ action }) => isPossible(action))
  return (
    <div className="flex flex-wrap gap-2 max-md:*:grow">
      {(possible.length > 0 || deskUrl !== null) && (
        <Menu
          align="start"
          trigger={
            <Button ref={trigger} size="sm">
              <BellRing aria-hidden className="size-4.5" strokeWidth={1.8} />
              {t('Host')}
            </Button>
          }
        >
          {deskUrl !== null && (
            <MenuItem asChild>
              <a href={deskUrl}>{t('Teach from here')}</a>
            </MenuItem>
          )}
          {possible.map(({ action, label }) => (
            <MenuItem
              key={action}
              tone={action === 'cancel' ? 'danger' : 'plain'}
              onSelect={() => setOpen(action)}
            >
              {label}
            </MenuItem>
          ))}
          {others.items}
        </Menu>
      )}
      {open === 'begin' && (
        <BeginDialog {...dialog} {...{ seat }} id={String(scheduleId)} sittings={ofSchedule(scheduleId)} />
      )}
      {open === 'delay' && <DelayDialog {...dialog} />}
      {open === 'extend' && <ExtendDialog {...dialog} />}
      {open === 'end' && <EndDialog {...dialog} />}
      {others.dialog}
      {open === 'cancel' && <CancelSittingDialog {...dialog} title={t('Cancel today’s sitting?')} />}
      {open === 'restore' && restorable && (
        <RestoreSittingDialog
          {...dialog}
          id={restorable.id}
          title={t('Restore today’s sitting?')}
          bell={formatTimeOfDay(restorable.bellAt, displayZone())}
        />
      )}
    </div>
  )
}

/** The first schedule of the day that has lost its sitting or its bell, and when it rings; null without one. */
function restorableSchedule(
  schedules: HostControlsProps['schedules'],
  sittingsOf: (scheduleId: number) => readonly Sitting[],
  nowMs: number,
): { id: string; bellAt: number } | null {
  for (const schedule of schedules) {
    const bellAt = scheduledStartMs(pageDays(), schedule)
    if (schedule.together && mayRestore(sittingsOf(schedule.scheduleId), bellAt, nowMs))
      return { id: String(schedule.scheduleId), bellAt }
  }
  return null
}

const seconds = [
  { value: '15', label: t('{seconds} s', { seconds: 15 }) },
  { value: '60', label: t('{minutes} min', { minutes: 1 }) },
  { value: '300', label: t('{minutes} min', { minutes: 5 }) },
  { value: '900', label: t('{minutes} min', { minutes: 15 }) },
] as const

interface BeginDialogProps extends HostDialogProps {
  sittings: readonly Sitting[]
  /** None outside of the room. */
  seat?: BeginnersSeat
  invalidations?: Invalidations
}

export function BeginDialog({ sittings, seat, invalidations, ...props }: BeginDialogProps) {
  const [inSeconds, setInSeconds] = useState<(typeof seconds)[number]['value']>('60')
  const begin = useCallMutation(sittingsCalls.begin, invalidations)
  return (
    <HostDialog
      {...props}
      title={t('Begin together')}
      description={t(
        'The bell rings for everyone after this time. From then on the chat rests until the end.',
      )}
      confirm={t('Begin')}
      run={() => {
        seat?.prepare()
        return begin.mutateAsync({
          params: { scheduleId: props.id },
          body: { inSeconds: Number(inSeconds) },
        })
      }}
      onChanged={(sitting) => {
        props.onChanged?.(sitting)
        seat?.takeIn(sitting.id)
      }}
    >
      <Segmented legend={t('Until the bell')} options={seconds} value={inSeconds} onChange={setInSeconds} />
      <ReplacedSittings sittings={sittings} inSeconds={Number(inSeconds)} />
      {seat && (
        <p className="mt-2 text-small text-ink-2">
          {t('You take your seat, too.')} {seat.hint}
        </p>
      )}
    </HostDialog>
  )
}

/** Says which bell the new one replaces, and that a later one stays. */
function ReplacedSittings({ sittings, inSeconds }: { sittings: readonly Sitting[]; inSeconds: number }) {
  const now = serverNow()
  const next = sittings.find((sitting) => isAhead(sitting, now))
  const lengthMs = next ? next.endsAt - next.startsAt : 0
  const replaced = sittingToBegin(sittings, now, now + inSeconds * 1_000 + lengthMs)
  const bell = replaced ?? next
  if (!bell) return null
  const time = formatTimeOfDay(bell.startsAt, displayZone())
  return (
    <p className="mt-2 text-small text-ink-2">
      {replaced
        ? t('It replaces the bell at {time}.', { time })
        : t('The sitting at {time} takes place as well.', { time })}
    </p>
  )
}

const minutes = [
  { value: '5', label: t('{minutes} min', { minutes: 5 }) },
  { value: '10', label: t('{minutes} min', { minutes: 10 }) },
  { value: '15', label: t('{minutes} min', { minutes: 15 }) },
  { value: '30', label: t('{minutes} min', { minutes: 30 }) },
] as const

export function DelayDialog({
  invalidations,
  ...props
}: HostDialogProps & { invalidations?: Invalidations }) {
  const [value, setValue] = useState<(typeof minutes)[number]['value']>('5')
  const delay = useCallMutation(sittingsCalls.delay, invalidations)
  return (
    <HostDialog
      {...props}
      title={t('Delay the bell')}
      description={t('Everyone sees the new time at once. Open doors stay open.')}
      confirm={t('Delay')}
      run={() => delay.mutateAsync({ params: { id: props.id }, body: { minutes: Number(value) } })}
    >
      <Segmented legend={t('Later by')} options={minutes} value={value} onChange={setValue} />
    </HostDialog>
  )
}

const extensions = [
  { value: '5', label: t('{minutes} min', { minutes: 5 }) },
  { value: '10', label: t('{minutes} min', { minutes: 10 }) },
] as const

export function ExtendDialog({
  invalidations,
  ...props
}: HostDialogProps & { invalidations?: Invalidations }) {
  const [value, setValue] = useState<(typeof extensions)[number]['value']>('5')
  const extend = useCallMutation(sittingsCalls.extend, invalidations)
  return (
    <HostDialog
      {...props}
      title={t('Make the sitting longer')}
      description={t(
        'The second bell rings later by this time, and the sharing moves along. Three times at most.',
      )}
      confirm={t('Make it longer')}
      run={() => extend.mutateAsync({ params: { id: props.id }, body: { minutes: value === '5' ? 5 : 10 } })}
    >
      <Segmented legend={t('Longer by')} options={extensions} value={value} onChange={setValue} />
    </HostDialog>
  )
}

export function EndDialog({ invalidations, ...props }: HostDialogProps & { invalidations?: Invalidations }) {
  const end = useCallMutation(sittingsCalls.end, invalidations)
  return (
    <HostDialog
      {...props}
      title={t('End the sitting now?')}
      description={t('The bell rings, the sitting ends and the chat opens for everyone.')}
      confirm={t('End the sitting')}
      run={() => end.mutateAsync({ params: { id: props.id } })}
    />
  )
}
