// 'Add to calendar': saves one event as a file (CAL-05).
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { call } from '#web/call.ts'
import { errorMessageOf } from '#web/error-message.ts'
import { logFailure } from '#web/log.ts'
import { saveFile } from '#web/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useSubmitGuard } from '#web/use-submit-guard.ts'
import { weekCalls } from '../contract.ts'

interface AddToCalendarProps {
  event: string
  /** For screen readers, which meet the button without its row. */
  title: string
}

export function AddToCalendar({ event, title }: AddToCalendarProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const save = useSubmitGuard(async () => {
    setBusy(true)
    setFailure(null)
    try {
      const { name, text } = await call(weekCalls.calendarEvent, { params: { event } })
      saveFile(new Blob([text], { type: 'text/calendar' }), name)
    } catch (error) {
      logFailure('The event could not be saved as a file.', error)
      setFailure(errorMessageOf(error, t('The file didn’t load. Please try again.')))
    }
    setBusy(false)
  })
  return (
    <>
      <Button size="sm" busy={isBusy} onClick={() => void save()}>
        <CalendarPlus aria-hidden className="size-4.5" strokeWidth={1.8} />
        <span>
          {t('Add to calendar')}
          <span className="sr-only">{` ${title}`}</span>
        </span>
      </Button>
      {failure !== null && <FormError>{failure}</FormError>}
    </>
  )
}
