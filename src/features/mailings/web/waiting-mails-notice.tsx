// How many reminders and news wait to leave by mail, for administrators (REM-13); nothing while none waits.
import { timestampToMs } from '#shared/day.ts'
import { formatNumber } from '#shared/format-number.ts'
import { serverNow } from '#web/server-clock.ts'
import { InlineNotice } from '#web/ui/inline-notice.tsx'
import { useCall } from '#web/use-call.ts'
import { mailingsCalls } from '../contract.ts'
import { t } from '#shared/t.ts'

const pollMs = 30_000
const minuteMs = 60_000

export function WaitingMailsNotice() {
  const { data } = useCall(mailingsCalls.waitingMails, {}, { uncached: true, pollMs })
  if (!data || data.waiting === 0 || data.oldest === null) return null
  const minutes = Math.max(1, Math.round((serverNow() - timestampToMs(data.oldest)) / minuteMs))
  const left = Math.ceil(data.waiting / data.perSecond / 60)
  const mails = t('{count, plural, one {One mail waits} other {# mails wait}}', { count: data.waiting })
  const since = t('{count, plural, one {a minute} other {# minutes}}', { count: minutes })
  const time = t('{count, plural, one {about a minute} other {about # minutes}}', { count: left })
  return (
    <InlineNotice>
      {`${mails} to leave, the oldest for ${since}. At ${formatNumber(data.perSecond)} a second that takes ${time}.`}
    </InlineNotice>
  )
}
