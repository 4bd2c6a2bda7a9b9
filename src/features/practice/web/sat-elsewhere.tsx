// 'I sat elsewhere': the button, and its dialog with a day and minutes (PORT-08).
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { Button } from '#web/ui/button.tsx'
import { useLazyDialog } from '#web/use-lazy-overlay.ts'

const OwnSitDialog = lazyPart(async () => (await import('./own-sit-dialog.tsx')).OwnSitDialog)

export function SatElsewhere({ variant = 'ghost' }: { variant?: 'ghost' | 'subtle' }) {
  const [button, dialog] = useLazyDialog(OwnSitDialog)
  return (
    <>
      <Button variant={variant} {...button}>
        {t('I sat elsewhere')}
      </Button>
      <OwnSitDialog {...dialog} />
    </>
  )
}
