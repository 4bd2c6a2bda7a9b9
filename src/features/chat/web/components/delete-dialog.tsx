// Delete confirmation: 'Are you sure you want to delete this message?' with the message quoted.
import type { RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ChatMessage } from '../../contract.ts'

interface DeleteMessageDialogProps {
  open: boolean
  message: ChatMessage
  /** Called once; anything but the Delete button means no. */
  onResult: (yes: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function DeleteMessageDialog({ open, message, onResult, returnFocusTo }: DeleteMessageDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      urgent
      title={messages.confirmDelete}
      confirm={t('Delete')}
      returnFocusTo={returnFocusTo}
      onConfirm={() => onResult(true)}
      onClose={() => onResult(false)}
    >
      <figure className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-panel bg-sunken px-4 py-3">
        <figcaption dir="auto" translate="no" className="text-small font-strong">
          {message.user.name}
        </figcaption>
        <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {message.message}
        </blockquote>
      </figure>
    </ConfirmDialog>
  )
}
