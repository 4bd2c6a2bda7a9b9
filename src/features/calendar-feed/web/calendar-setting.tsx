// 'Your calendar' among the settings (CAL-05).
import { t } from '#shared/t.ts'
import { Button } from '#web/ui/button.tsx'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'

const loadDialog = async () => (await import('./calendar-dialog.tsx')).CalendarDialog

export function CalendarSetting() {
  const [CalendarDialog, button, dialog] = useLazyDialog(loadDialog)
  return (
    <div>
      <Button {...button}>{t('Show in my calendar')}</Button>
      {CalendarDialog && <CalendarDialog {...dialog} />}
    </div>
  )
}
