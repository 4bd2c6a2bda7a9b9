// Delete confirmation: 'Are you sure you want to delete this message?' with the message quoted.
import { useState, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import type { ChatMessage } from '../../contract.ts'

interface DeleteMessageDialogProps {
  open: boolean
  /** Null while it is closed. */
  message: ChatMessage | null
  /** Called once; anything but the Delete button means no. */
  onResult: (yes: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function DeleteMessageDialog({ open, message, onResult, returnFocusTo }: DeleteMessageDialogProps) {
  const displayed = useLastMessage(message)
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
      {displayed && (
        <figure className="grid grid-cols-[minmax(0,1fr)] gap-1 rounded-panel bg-sunken px-4 py-3">
          <figcaption dir="auto" translate="no" className="text-small font-strong">
            {displayed.user.name}
          </figcaption>
          <blockquote dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {displayed.message}
          </blockquote>
        </figure>
      )}
    </ConfirmDialog>
  )
}

/** Keeps the last message on screen during the closing animation. */
function useLastMessage(message: ChatMessage | null): ChatMessage | null {
  const [last, setLast] = useState(message)
  if (message !== null && message !== last) setLast(message)
  return message ?? last
}
