// The menu of a schedule's sitting in lists: what its host or a moderator can do with it now, each after a confirmation.
import { useState, type ReactElement, type RefObject } from 'react'
import { formatDay, formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { serverNow } from '#web/server-clock.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import { useToday } from '#web/use-today.ts'
import { possibleActions, type HostedSchedule } from '../../host-actions.ts'
import type { HostAction } from '../../rules.ts'
import type { Sitting } from '../../sitting.ts'
import { useApplySitting, useSittingsAround } from '../hooks/use-timeline-now.ts'
import { BeginDialog, DelayDialog, EndDialog, ExtendDialog, hostActionLabels } from './host-controls.tsx'
import { CancelSittingDialog, RestoreSittingDialog, type Invalidations } from './host-dialogs.tsx'
import { useMoreActions, type MoreActions } from './more-actions.tsx'

interface SittingMenuProps extends HostedSchedule {
  /** Moderators may host at any time. */
  isModerator: boolean
  /** What else can be done with its sitting. */
  more?: readonly MoreActions[]
  invalidations: Invalidations
  /** Above the actions: who holds it, to choose, take or give back. */
  choices?: readonly { label: string; onSelect: () => void }[]
  /** The menu's button, to which the focus returns. */
  trigger: RefObject<HTMLButtonElement | null>
}

/** Opens on mount: pressing the button loads it. */
export function SittingMenu({
  trigger,
  button,
  isModerator,
  invalidations,
  choices = [],
  more,
  ...schedule
}: SittingMenuProps & { button: ReactElement }) {
  const [open, setOpen] = useState<HostAction | null>(null)
  const today = useToday()
  const { data: around, isPending } = useSittingsAround(true)
  const applySitting = useApplySitting()
  const { actions, sittingId } = possibleActions(
    { ...schedule, around: around ?? [], today, isModerator },
    serverNow(),
  )
  const others = useMoreActions(more, {
    sitting: around?.find(({ id }) => id === sittingId) ?? null,
    returnFocusTo: trigger,
  })
  const { scheduleId, scheduledAt } = schedule
  const dialog = {
    id: String(sittingId),
    invalidations,
    returnFocusTo: trigger,
    onClose: () => setOpen(null),
    onChanged: (sitting: Sitting) => applySitting(sitting.id, sitting),
  }
  const day = formatDay(schedule.day, 'full')
  const possible = hostActionLabels.filter(({ action }) => actions.includes(action))
  return (
    <>
      <Menu defaultOpen trigger={button}>
        {choices.map(({ label, onSelect }) => (
          <MenuItem key={label} onSelect={onSelect}>
            {label}
          </MenuItem>
        ))}
        {choices.length > 0 && possible.length > 0 && <MenuSeparator />}
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
        {choices.length + possible.length === 0 && (
          <MenuLabel>{isPending ? t('Loading') : t('Nothing can be done with it now.')}</MenuLabel>
        )}
      </Menu>
      {open === 'begin' && (
        <BeginDialog
          {...dialog}
          id={String(scheduleId)}
          sittings={(around ?? []).filter((sitting) => sitting.scheduleId === scheduleId)}
        />
      )}
      {open === 'delay' && <DelayDialog {...dialog} />}
      {open === 'extend' && <ExtendDialog {...dialog} />}
      {open === 'end' && <EndDialog {...dialog} />}
      {others.dialog}
      {open === 'cancel' && (
        <CancelSittingDialog {...dialog} title={t('Cancel the sitting on {day}?', { day })} />
      )}
      {open === 'restore' && scheduledAt !== null && (
        <RestoreSittingDialog
          {...dialog}
          id={String(scheduleId)}
          title={t('Restore the sitting on {day}?', { day })}
          bell={formatTimeOfDay(scheduledAt, pageDays().zoneAt(scheduledAt))}
        />
      )}
    </>
  )
}
