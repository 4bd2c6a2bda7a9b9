// The two buttons at the end of a dialog's form.
import { Button } from '#web/ui/button.tsx'

interface FormButtonsProps {
  /** The id of the form that they are of; the one around them if there is none. */
  form?: string
  busy: boolean
  onCancel: () => void
  /** What the button says that sends the form. */
  children: string
}

/** Stand in a dialog's footer. */
export function FormButtons({ form, busy, onCancel, children }: FormButtonsProps) {
  return (
    <>
      <Button disabled={busy} onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" form={form} variant="primary" busy={busy}>
        {children}
      </Button>
    </>
  )
}
