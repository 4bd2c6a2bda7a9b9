// How many reminders and news wait to leave by mail, for administrators (REM-13); nothing while none waits.
import { timestampToMs } from '#shared/day.ts'
import { minuteMs } from '#shared/durations.ts'
import { t } from '#shared/i18n/t.ts'
import { serverNow } from '#web/server-clock.ts'
import { InlineBanner } from '#web/ui/inline-banner.tsx'
import { useCall } from '#web/use-call.ts'
import { mailingsCalls } from '../contract.ts'

const pollMs = 30_000

export function WaitingMailsBanner() {
  const { data } = useCall(mailingsCalls.waitingMails, {}, { uncached: true, pollMs })
  if (!data || data.waiting === 0 || data.oldest === null) return null
  const minutes = Math.max(1, Math.round((serverNow() - timestampToMs(data.oldest)) / minuteMs))
  const left = Math.ceil(data.waiting / data.perSecond / 60)

  return (
    <InlineBanner>
      {t(
        '{mails, plural, one {One email is waiting to go out} other {# emails are waiting to go out}}, the oldest for {minutes, plural, one {a minute} other {# minutes}}. At {perSecond, number} a second, that takes {left, plural, one {about a minute} other {about # minutes}}.',
        { mails: data.waiting, minutes, perSecond: data.perSecond, left },
      )}
    </InlineBanner>
  )
}
