// The question before something that can't be taken back: the quiet answer has the focus.
import { type ReactNode, type RefObject, useRef } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormError } from './field.tsx'

interface ConfirmDialogProps {
  open: boolean
  /** The question itself. */
  title: string
  /** One sentence: what follows from a yes. */
  description?: ReactNode
  /** What the button that does it says. */
  confirm: string
  /** `primary` where nothing is lost by it. */
  tone?: 'danger' | 'primary'
  cancel?: string
  /** Interrupts, as an alert dialog. */
  urgent?: boolean
  /** It is under way: neither answer can be pressed, and Escape is no answer. */
  busy?: boolean
  /** Why it failed, as a sentence; the dialog stays open then. */
  failure?: string | null
  onConfirm: () => void
  /** Anything but the yes. */
  onClose: () => void
  returnFocusTo?: RefObject<HTMLElement | null> | undefined
  /** What it is about, shown below the question. */
  children?: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, confirm, tone = 'danger', cancel = 'Cancel', onConfirm, onClose } = props
  const { busy = false, failure = null } = props
  const no = useRef<HTMLButtonElement>(null)
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
      initialFocus={no}
      returnFocusTo={props.returnFocusTo}
      onOpenChange={close}
      footer={
        <>
          <Button ref={no} disabled={busy} onClick={close}>
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
