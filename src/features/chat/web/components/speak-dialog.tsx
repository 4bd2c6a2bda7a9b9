// Speak dialog: a moderator, or who holds the sitting, confirms a message to everyone who sits (QUIET-05).
import { useRef, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { LiveClient } from '#shared/live/live-client.ts'
import { hasVisibleText } from '#shared/text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Textarea } from '#web/ui/input.tsx'
import type { ChatRoom } from '../data/chat-room-interface.ts'
import { useComposer, useConnection } from '../hooks/use-chat-room.ts'

interface SpeakDialogProps {
  open: boolean
  onClose: () => void
  room: ChatRoom
  client: LiveClient
  /** Takes the focus when the pause ends while the dialog is open. */
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Edits the composer's text, which stays there unless it is sent. */
export function SpeakDialog({ open, onClose, room, client, returnFocusTo }: SpeakDialogProps) {
  const { draft, error, hint } = useComposer(room)
  const isConnected = useConnection(client).state === 'connected'
  const field = useRef<HTMLTextAreaElement>(null)
  const canSay = isConnected && hasVisibleText(draft)
  return (
    <Dialog
      open={open}
      size="sm"
      title={t('Everyone is sitting. Send anyway?')}
      description={t('Everyone sees it right away, and screen readers announce it.')}
      initialFocus={field}
      returnFocusTo={returnFocusTo}
      onOpenChange={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button
            variant="primary"
            disabled={!canSay}
            onClick={() => {
              if (room.send({ duringPause: true })) onClose()
            }}
          >
            {t('Send now')}
          </Button>
        </>
      }
    >
      <Field label={t('Message')} hint={hint} error={error ?? undefined}>
        <Textarea ref={field} value={draft} onChange={({ target }) => room.setDraft(target.value)} />
      </Field>
    </Dialog>
  )
}
