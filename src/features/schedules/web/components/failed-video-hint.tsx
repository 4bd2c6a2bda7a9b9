// For hosts in the room: the day's video failed the last check, so it isn't their own line (SCH-37).
import { dayInZone, formatDay, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import { useCall } from '#web/use-call.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { schedulesCalls } from '../../contract.ts'

/** Nothing while the video responds. */
export function FailedVideoHint({ day, scheduleId }: { day: string; scheduleId: number }) {
  const { data = [] } = useCall(
    schedulesCalls.schedules,
    { query: { from: day, to: day } },
    { uncached: true },
  )
  const [failedAt] = useHeldPlace(data.find(({ id }) => id === scheduleId)?.videoFailedAt ?? null)
  if (failedAt === null) return null
  return (
    <p className="text-small text-danger">
      {t('The video doesn’t respond, for everyone in the room. Checked on {day}.', {
        day: formatDay(dayInZone(timestampToMs(failedAt), displayZone()), 'monthDay'),
      })}
    </p>
  )
}
