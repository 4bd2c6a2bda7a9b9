// The dialogs about a message and its author, opened from its menu, its author's name or its delete button.
import { useState, type RefObject } from 'react'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { useCallMutation } from '#web/use-call.ts'
import { chatCalls, type ChatMessage } from '../../contract.ts'
import type { ChatModerationParts, MessageAction } from '../data/chat-member.ts'
import type { ChatRoom } from '../data/chat-room-interface.ts'
import { DeleteMessageDialog } from './delete-dialog.tsx'

interface MessageDialogsProps {
  room: ChatRoom
  parts: ChatModerationParts
  /** What was chosen. Give each opening its own `key`. */
  action: MessageAction
  /** As it was then: it may leave the log meanwhile. */
  message: ChatMessage
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Mounted open; it stays mounted when it is closed, for its closing animation. */
export function MessageDialogs({ room, parts, action, message, returnFocusTo }: MessageDialogsProps) {
  const [open, setOpen] = useState(true)
  const frame = { open, onClose: () => setOpen(false), returnFocusTo }
  const { ReportDialog, moderators } = parts
  if (action === 'report') return <ReportDialog {...frame} message={message} />
  if (moderators === null) return null
  const { BanDialog, MuteDialog } = moderators
  if (action === 'ban') return <BanDialog {...frame} member={message.user} />
  if (action === 'mute') return <MuteDialog {...frame} member={message.user} />
  return <MessageDeletion {...{ room, open, message, returnFocusTo }} onChoice={frame.onClose} />
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
