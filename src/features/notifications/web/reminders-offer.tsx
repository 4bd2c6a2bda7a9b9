// The offer of reminders, on the day of a member's first completed sitting, unless they chose some (REM-01).
import type { ReactNode } from 'react'
import { meditationCalls } from '#features/meditation/contract.ts'
import { t } from '#shared/i18n/t.ts'
import { useCall } from '#web/use-call.ts'
import { notificationsCalls } from '../contract.ts'
import { isAnythingChosen } from '../rules.ts'

/** `link` leads to the choices. */
export function RemindersOffer({ link }: { link: ReactNode }) {
  const completed = useCall(meditationCalls.completedCount, {}, { uncached: true })
  const isFirst = completed.data?.count === 1
  const { data } = useCall(notificationsCalls.reminders, {}, { uncached: true, enabled: isFirst })
  if (!data || isAnythingChosen(data)) return null
  return (
    <p className="max-w-[44ch] text-balance">
      <span>{t('Would you like a reminder next time?')}</span> {link}
    </p>
  )
}
