// The dialogs about a message and its author, opened from its menu, its author's name or its delete button.
import { useState, type RefObject } from 'react'
import { chatCalls, type ChatMessage } from '#features/chat/contract.ts'
import { DeleteMessageDialog } from '#features/chat/web/components/delete-dialog.tsx'
import type { MessageDialogsProps } from '#features/chat/web/data/chat-member.ts'
import type { ChatRoom } from '#features/chat/web/data/chat-room-interface.ts'
import { ReportDialog } from '#features/moderation/web/report-dialog.tsx'
import { isCallError } from '#web/call.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { logFailure } from '#web/log.ts'
import { useCallMutation } from '#web/use-call.ts'

const BanDialog = lazyPart(async () => (await import('#features/moderation/web/ban-dialog.tsx')).BanDialog)
const MuteDialog = lazyPart(async () => (await import('#features/moderation/web/mute-dialog.tsx')).MuteDialog)

/** Mounted open; it stays mounted when it is closed, for its closing animation. */
export function MessageDialogs({ room, action, message, returnFocusTo }: MessageDialogsProps) {
  const [open, setOpen] = useState(true)
  const frame = { open, onClose: () => setOpen(false), returnFocusTo }
  switch (action) {
    case 'report':
      return <ReportDialog {...frame} message={message} />
    case 'ban':
      return <BanDialog {...frame} member={message.user} />
    case 'mute':
      return <MuteDialog {...frame} member={message.user} />
    case 'remove':
      return <MessageDeletion {...{ room, open, message, returnFocusTo }} onChoice={frame.onClose} />
  }
}

interface MessageDeletionProps {
  room: ChatRoom
  open: boolean
  message: ChatMessage
  /** Called when the moderator has chosen. */
  onChoice: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/**
 * Asks for confirmation and deletes. The message disappears at once and returns if the call fails, which is only
 * logged (CHAT-12).
 */
function MessageDeletion({ room, open, message, onChoice, returnFocusTo }: MessageDeletionProps) {
  const { mutateAsync: deleteMessage } = useCallMutation(chatCalls.deleteMessage)
  const confirmDeletion = async ({ id }: ChatMessage) => {
    const previous = room.log().messages.find((message) => message.id === id)
    room.dispatch({ type: 'deleted', messageId: id })
    try {
      await deleteMessage({ params: { id: String(id) } })
    } catch (error) {
      logFailure('A message could not be deleted.', error)
      const isAlreadyDeleted = isCallError(error) && error.status === 404
      if (previous && !isAlreadyDeleted) room.dispatch({ type: 'message', message: previous })
    }
  }
  return (
    <DeleteMessageDialog
      open={open}
      message={message}
      returnFocusTo={returnFocusTo}
      onResult={(isConfirmed) => {
        onChoice()
        if (isConfirmed) void confirmDeletion(message)
      }}
    />
  )
}
