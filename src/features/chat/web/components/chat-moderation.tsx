// Chat moderation: author names open the ban dialog, and messages can be deleted after a confirmation.
import { Trash2 } from 'lucide-react'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import { isCallError } from '#web/call.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { logFailure } from '#web/log.ts'
import { useCallMutation } from '#web/use-call.ts'
import { chatCalls, type ChatMessage } from '../../contract.ts'
import type { ChatBanDialog } from '../data/chat-member.ts'
import type { ChatRoom } from '../data/chat-room.ts'

/** The controls that a moderator sees on each message. */
export interface ModerationControls {
  /** The author's name, which opens the ban dialog (CHAT-16). */
  renderName(user: ChatMessage['user']): ReactNode
  /** The actions on the message (CHAT-13). */
  renderActions(message: ChatMessage): ReactNode
}

interface ChatModerationProps {
  room: ChatRoom
  memberId: number
  BanDialog: ChatBanDialog
  /** Receives the controls, and null on unmount. */
  onReady: (moderating: ModerationControls | null) => void
  /** Receives the focus when the focused element has unmounted. */
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Provides the ban and delete dialogs and the controls that open them. */
export function ChatModeration({ room, memberId, BanDialog, onReady, returnFocusTo }: ChatModerationProps) {
  const [messageToDelete, setMessageToDelete] = useState<ChatMessage | null>(null)
  const [banDialog, setBanDialog] = useState<{ member: ChatMessage['user']; opening: number } | null>(null)
  useEffect(() => {
    onReady({
      renderName: (user) =>
        user.id === memberId ? (
          user.name
        ) : (
          <NameButton
            user={user}
            onPress={() =>
              setBanDialog((previous) => ({ member: user, opening: (previous?.opening ?? 0) + 1 }))
            }
          />
        ),
      renderActions: (message) => (
        <DeleteButton
          onPress={() => {
            DeleteMessageDialog.preload()
            setMessageToDelete(message)
          }}
        />
      ),
    })
    return () => onReady(null)
  }, [memberId, onReady])
  return (
    <>
      <MessageDeletion
        room={room}
        message={messageToDelete}
        onChoice={() => setMessageToDelete(null)}
        returnFocusTo={returnFocusTo}
      />
      {banDialog && (
        <BanDialogOpening key={banDialog.opening} member={banDialog.member} BanDialog={BanDialog} />
      )}
    </>
  )
}

function BanDialogOpening({ member, BanDialog }: { member: ChatMessage['user']; BanDialog: ChatBanDialog }) {
  const [isOpen, setOpen] = useState(true)
  return <BanDialog open={isOpen} onClose={() => setOpen(false)} member={member} />
}

function NameButton({ user, onPress }: { user: ChatMessage['user']; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={t('Ban this person')}
      onClick={onPress}
      className="relative rounded-field text-start decoration-1 underline-offset-4 before:absolute before:-inset-x-1 before:-inset-y-2.5 hover:underline"
    >
      {user.name}
    </button>
  )
}

/** Shows on hover or focus; always visible on devices without hover. */
function DeleteButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label={t('Delete message')}
      title={t('Delete message')}
      aria-haspopup="dialog"
      onClick={onPress}
      className="relative grid h-6 w-8 place-items-center rounded-pill text-ink-3 transition-[opacity,color] before:absolute before:-inset-x-1.5 before:-inset-y-2.5 hover:text-danger focus-visible:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover/line:opacity-100 [@media(hover:hover)]:group-has-focus-visible/line:opacity-100"
    >
      <Trash2 aria-hidden className="size-4" strokeWidth={1.8} />
    </button>
  )
}

const DeleteMessageDialog = lazyPart(async () => (await import('./delete-dialog.tsx')).DeleteMessageDialog)

interface MessageDeletionProps {
  room: ChatRoom
  /** The message to confirm; null while no deletion is pending. */
  message: ChatMessage | null
  /** Called when the moderator has chosen. */
  onChoice: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/**
 * Asks for confirmation and deletes. The message disappears at once and returns if the call fails, which is only
 * logged (CHAT-12).
 */
export function MessageDeletion({ room, message, onChoice, returnFocusTo }: MessageDeletionProps) {
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
      open={message !== null}
      message={message}
      returnFocusTo={returnFocusTo}
      onResult={(isConfirmed) => {
        onChoice()
        if (isConfirmed && message) void confirmDeletion(message)
      }}
    />
  )
}
