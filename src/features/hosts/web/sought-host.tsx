// Sought host: shortly before a bell whose host isn't in the room, who may host takes the sitting by one press (TEACH-07).
import { useCallback } from 'react'
import { isAboutToRing, soughtBeforeBellMs } from '#features/sittings/rules.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { secondMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'
import { objectionOf } from '#web/error-message.ts'
import { Button } from '#web/ui/button.tsx'
import { useCall, useCallMutation } from '#web/use-call.ts'
import { useServerNow } from '#web/use-server-now.ts'
import { hostsCalls } from '../contract.ts'

/** Of its own accord nothing comes or goes around the bell. */
const goneBeforeBellMs = 5 * secondMs
const pollMs = 15 * secondMs

interface SoughtHostProps {
  sitting: Sitting
  memberId: number
}

/** Nothing at other times. */
export function SoughtHost({ sitting, memberId }: SoughtHostProps) {
  const { scheduleId } = sitting
  return useIsSoughtTime(sitting) && scheduleId !== null ? (
    <Offer params={{ scheduleId: String(scheduleId) }} memberId={memberId} />
  ) : null
}

function Offer({ params, memberId }: { params: { scheduleId: string }; memberId: number }) {
  const sought = useCall(hostsCalls.soughtHost, { params }, { uncached: true, pollMs })
  const take = useCallMutation(hostsCalls.setHost, { refetch: [hostsCalls.soughtHost] })
  if (sought.data?.mayTake !== true) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-ink-2">
      <p>{t('No one holds this sitting yet')}</p>
      <Button
        size="sm"
        busy={take.isPending}
        onClick={() => take.mutate({ params, body: { hostId: memberId, scope: 'one' } })}
      >
        {t('I will')}
      </Button>
      {take.isError && (
        <p role="alert" className="text-danger">
          {objectionOf(take.error, t('That didn’t work. Please try again.'))}
        </p>
      )}
    </div>
  )
}

function useIsSoughtTime({ startsAt, cancelled }: Sitting): boolean {
  const untilMs = startsAt - goneBeforeBellMs
  const nowMs = useServerNow(
    useCallback(
      (nowMs) =>
        [startsAt - soughtBeforeBellMs, untilMs].map((atMs) => atMs - nowMs).find((ms) => ms > 0) ?? null,
      [startsAt, untilMs],
    ),
  )
  return (
    isAboutToRing({ startsAt, cancelled }, nowMs) &&
    isAboutToRing({ startsAt, cancelled }, nowMs + goneBeforeBellMs)
  )
}
