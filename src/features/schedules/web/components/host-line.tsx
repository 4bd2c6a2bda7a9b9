// Who holds a schedule, in lists and calendars (TEACH-02).
import { t } from '#shared/i18n/t.ts'
import type { Schedule } from '../../contract.ts'

/** Whether the community has hosts at all: else no schedule says that it looks for one. */
export function hasHosts(schedules: readonly Schedule[]): boolean {
  return schedules.some(({ host }) => host !== null)
}

/** 'Held by Ana'; for one that is still to come 'Needs a host', where others have one. Null if it says nothing. */
function hostLabel(
  { host, date, isActive }: Pick<Schedule, 'host' | 'date' | 'isActive'>,
  { today, asksForHosts }: { today: string; asksForHosts: boolean },
): string | null {
  if (host !== null) return t('Held by {name}', { name: host.name })
  return asksForHosts && isActive && date >= today ? t('Needs a host') : null
}

interface HostLineProps {
  schedule: Schedule
  today: string
  asksForHosts: boolean
}

export function HostLine({ schedule, ...asked }: HostLineProps) {
  const label = hostLabel(schedule, asked)
  if (label === null) return null
  return (
    <p dir="auto" className="text-small text-ink-2 wrap-anywhere">
      {label}
    </p>
  )
}
