// Confirmation before an irreversible action; the cancel button has the focus.
import { type ReactNode, type RefObject, useRef } from 'react'
import { t } from '#shared/i18n/t.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormError } from './field.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** One sentence about the consequences. */
  description?: ReactNode
  /** The text of the confirm button. */
  confirm: string
  /** `primary` for actions that lose nothing. */
  tone?: 'danger' | 'primary'
  cancel?: string
  /** Announced at once, as an alert dialog. */
  urgent?: boolean
  /** The action is in flight: both buttons are disabled, and Escape is ignored. */
  busy?: boolean
  /** Why the action failed, as a sentence; the dialog stays open. */
  failure?: string | null
  onConfirm: () => void
  /** Called by Cancel, Escape and a press outside the dialog. */
  onClose: () => void
  returnFocusTo?: RefObject<HTMLElement | null> | undefined
  /** Details shown below the question. */
  children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, confirm, tone = 'danger', cancel = t('Cancel'), onConfirm, onClose } = props
  const { busy = false, failure = null } = props
  const cancelButton = useRef<HTMLButtonElement>(null)
  const close = () => {
    if (!busy) onClose()
  }
  return (
    <Dialog
      open={open}
      urgent={props.urgent ?? false}
      size="sm"
      title={props.title}
      description={props.description}
      initialFocus={cancelButton}
      returnFocusTo={props.returnFocusTo}
      onOpenChange={close}
      footer={
        <>
          <Button ref={cancelButton} disabled={busy} onClick={close}>
            {cancel}
          </Button>
          <Button variant={tone} busy={busy} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      {failure !== null && <FormError>{failure}</FormError>}
      {props.children}
    </Dialog>
  )
}
