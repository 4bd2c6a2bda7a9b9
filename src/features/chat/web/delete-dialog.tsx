// 'Are you sure you want to delete this message?' with the message itself, so that it is the right one.
import { useRef, useState, type RefObject } from 'react'
import { messages } from '#shared/messages.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { ChatMessage } from '../contract.ts'

interface DeleteDialogProps {
  /** Null closes it. */
  message: ChatMessage | null
  /** Called once; anything but the Delete button is a no. */
  onAnswer: (yes: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export function DeleteDialog({ message, onAnswer, returnFocusTo }: DeleteDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  const shown = useLast(message)
  return (
    <Dialog
      open={message !== null}
      urgent
      size="sm"
      title={messages.confirmDelete}
      initialFocus={cancel}
      returnFocusTo={returnFocusTo}
      onOpenChange={() => onAnswer(false)}
      footer={
        <>
          <Button ref={cancel} onClick={() => onAnswer(false)}>
            Cancel
          </Button>
          <Button variant="danger" onClick={() => onAnswer(true)}>
            Delete
          </Button>
        </>
      }
    >
      {shown && (
        <figure className="grid gap-1 rounded-panel bg-sunken px-4 py-3">
          <figcaption className="text-small font-strong">{shown.user.name}</figcaption>
          <blockquote className="wrap-anywhere whitespace-pre-wrap">{shown.message}</blockquote>
        </figure>
      )}
    </Dialog>
  )
}

/** What was there last, for the moment in which the dialog goes. */
function useLast(message: ChatMessage | null): ChatMessage | null {
  const [last, setLast] = useState(message)
  if (message !== null && message !== last) setLast(message)
  return message ?? last
}
