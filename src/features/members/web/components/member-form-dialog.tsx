// The frame of the dialogs that change a member by a form.
import { useId, type FormEvent, type ReactNode, type RefObject } from 'react'
import { DialogActions } from '#web/ui/dialog-actions.tsx'
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/field.tsx'
import { useAskBeforeLeaving } from '#web/ui/leave-question.tsx'
import type { MemberDialogProps } from '../data/member-actions.ts'

interface MemberFormDialogProps
  extends MemberDialogProps, Pick<DialogProps, 'size' | 'title' | 'description'> {
  firstField: RefObject<HTMLInputElement | null>
  isChanged: boolean
  isSaving: boolean
  /** Why the last attempt failed, if no field says it. */
  failure: string | null | undefined
  submitLabel: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** Stays open while it saves, and asks before it discards changes. */
export function MemberFormDialog({
  open,
  onClose,
  firstField,
  isChanged,
  isSaving,
  failure,
  submitLabel,
  onSubmit,
  children,
  ...frame
}: MemberFormDialogProps) {
  const { ask, question } = useAskBeforeLeaving({ open, isChanged, leave: onClose })
  const id = useId()
  return (
    <>
      <Dialog
        {...frame}
        open={open}
        onOpenChange={() => !isSaving && ask()}
        initialFocus={firstField}
        footer={
          <DialogActions type="submit" form={id} busy={isSaving} onCancel={ask}>
            {submitLabel}
          </DialogActions>
        }
      >
        <form noValidate className="grid gap-5" {...{ id, onSubmit }}>
          {failure && <FormError>{failure}</FormError>}
          {children}
        </form>
      </Dialog>
      {question}
    </>
  )
}
