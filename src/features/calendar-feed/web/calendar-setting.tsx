// 'Your calendar' among the settings (CAL-05).
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'

const CalendarDialog = lazyPart(async () => (await import('./calendar-dialog.tsx')).CalendarDialog)

export function CalendarSetting() {
  const [button, dialog] = useLazyDialog(CalendarDialog)
  return (
    <div>
      <Button {...button}>{t('Show in my calendar')}</Button>
      <CalendarDialog {...dialog} />
    </div>
  )
}
