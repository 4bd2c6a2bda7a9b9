// Cancel and submit buttons of a dialog form.
import { t } from '#shared/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'

interface FormButtonsProps {
  /** The id of the form; by default the enclosing form. */
  form?: string
  busy: boolean
  onCancel: () => void
  /** The label of the submit button. */
  children: string
}

/** For use in a dialog's footer. */
export function FormButtons({ form, busy, onCancel, children }: FormButtonsProps) {
  return (
    <>
      <Button disabled={busy} onClick={onCancel}>
        {t('Cancel')}
      </Button>
      <Button type="submit" form={form} variant="primary" busy={busy}>
        {children}
      </Button>
    </>
  )
}
