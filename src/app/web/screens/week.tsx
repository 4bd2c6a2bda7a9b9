// /week: the meditations of the next 14 days, by the member's clock.
import { Link } from '@tanstack/react-router'
import { useUser } from '#features/auth/web/hooks/use-user.ts'
import type { WeekEntry } from '#features/calendar-feed/contract.ts'
import { WeekAhead } from '#features/calendar-feed/web/week-ahead.tsx'
import { hasSatIn } from '#features/energy/rules.ts'
import { useEntriesOfDay } from '#features/energy/web/hooks/use-entries.ts'
import { notificationsCalls, type NotificationChoices } from '#features/notifications/contract.ts'
import { isAnythingChosen } from '#features/notifications/rules.ts'
import { hasRung } from '#features/sittings/phases.ts'
import { useSatSittings } from '#features/sittings/web/data/sat-sittings.ts'
import { t } from '#shared/i18n/t.ts'
import { communityZone } from '#web/community-days.ts'
import { rich } from '#web/i18n/rich.tsx'
import { usePageTitle } from '#web/page-title.ts'
import { serverNow } from '#web/server-clock.ts'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { useToday } from '#web/use-today.ts'
import { mayHold } from '../route-access.ts'
import { remindersId } from './settings-place.ts'

const title = t('Coming days')

export function WeekScreen() {
  usePageTitle(title)
  const query = useCall(notificationsCalls.reminders, {}, { uncached: true, refetchOnFocus: true })
  const isFailed = useReadFailure(query)
  const { data: choices } = query
  return (
    <WeekAhead
      title={title}
      // Without the choices, times are by the browser's clock.
      chosenZone={choices ? chosenZone(choices) : isFailed ? null : undefined}
      hasSat={useHasSatToday()}
      offer={
        <>
          {choices && !isAnythingChosen(choices) && <RemindersLine />}
          <HostingLine />
        </>
      }
    />
  )
}

/** The way to those that look for a host, for who may hold one (TEACH-02). */
function HostingLine() {
  const { user } = useUser()
  if (!user || !mayHold(user)) return null
  return (
    <p className="text-ink-2">
      {rich('Would you like to hold one of them? <hosting>Hold a sitting</hosting>', {
        hosting: (text) => (
          <Link to="/hosting" className="font-medium text-primary underline underline-offset-4">
            {text}
          </Link>
        ),
      })}
    </p>
  )
}

/** Of the sittings of the room's day, by their events. */
function useHasSatToday(): (entry: WeekEntry) => boolean {
  const { data: entries } = useEntriesOfDay(useToday(), { enabled: true })
  const seated = useSatSittings()
  return ({ event, startsAt }) => {
    const id = Number(/^sitting-(\d+)$/.exec(event ?? '')?.[1])
    return startsAt !== null && hasRung({ startsAt }, serverNow()) && hasSatIn({ id }, entries ?? [], seated)
  }
}

/** Reminders chosen without a zone are by the community's; before that, the browser's counts (PLAN-04). */
function chosenZone(choices: NotificationChoices): string | null {
  return choices.zone ?? (isAnythingChosen(choices) ? communityZone() : null)
}

/** The offer of reminders from the schedule (REM-01). */
function RemindersLine() {
  return (
    <p className="text-ink-2">
      {rich('Would you like a reminder before a sitting? <settings>Choose reminders</settings>', {
        settings: (text) => (
          <Link
            to="/settings"
            hash={remindersId}
            className="font-medium text-primary underline underline-offset-4"
          >
            {text}
          </Link>
        ),
      })}
    </p>
  )
}
