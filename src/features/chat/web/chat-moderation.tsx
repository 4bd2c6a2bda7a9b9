// The moderator's part of the chat: names that open the ban, and deleting a message after being asked.
import { Trash2 } from 'lucide-react'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { isCallError } from '#web/call.ts'
import { logFailure } from '#web/log.ts'
import { useCallMutation } from '#web/use-call.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { chatCalls, type ChatMessage } from '../contract.ts'
import type { ChatRoom } from './chat-room.ts'
import type { LoadBanDialog } from './use-chat-room.ts'

/** What stands at a message for a moderator. */
export interface ModerationControls {
  /** The name of the one who wrote it (CHAT-16). */
  nameOf(user: ChatMessage['user']): ReactNode
  /** What may be done to it (CHAT-13). */
  actionsOn(message: ChatMessage): ReactNode
}

interface ChatModerationProps {
  room: ChatRoom
  memberId: number
  loadBan: LoadBanDialog
  /** Told what stands at the messages from now on, and null when nothing does any more. */
  onReady: (moderating: ModerationControls | null) => void
  /** Gets the focus when what had it is gone. */
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The two dialogs, and what opens them. */
export function ChatModeration({ room, memberId, loadBan, onReady, returnFocusTo }: ChatModerationProps) {
  const [doomed, setDoomed] = useState<ChatMessage | null>(null)
  const [ban, setBan] = useState<{ person: ChatMessage['user']; opening: number } | null>(null)
  useEffect(() => {
    onReady({
      nameOf: (user) =>
        user.id === memberId ? (
          user.name
        ) : (
          <NameButton
            user={user}
            onPress={() => setBan((before) => ({ person: user, opening: (before?.opening ?? 0) + 1 }))}
          />
        ),
      actionsOn: (message) => <DeleteButton onPress={() => setDoomed(message)} />,
    })
    return () => onReady(null)
  }, [memberId, onReady])
  return (
    <>
      <MessageDeletion
        room={room}
        message={doomed}
        onAnswered={() => setDoomed(null)}
        returnFocusTo={returnFocusTo}
      />
      {ban && <LazyBanDialog key={ban.opening} person={ban.person} loadBan={loadBan} />}
    </>
  )
}

/** One opening of the ban. */
function LazyBanDialog({ person, loadBan }: { person: ChatMessage['user']; loadBan: LoadBanDialog }) {
  const [Dialog, load] = useLazyImport(loadBan)
  const [isOpen, setOpen] = useState(true)
  useEffect(load, [load])
  return Dialog && <Dialog open={isOpen} onClose={() => setOpen(false)} person={person} />
}

function NameButton({ user, onPress }: { user: ChatMessage['user']; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title="Ban this person"
      onClick={onPress}
      className="relative rounded-field text-start decoration-1 underline-offset-4 before:absolute before:-inset-x-1 before:-inset-y-2.5 hover:underline"
    >
      {user.name}
    </button>
  )
}

/** Comes with the pointer or the keyboard; where nothing hovers it is always there. */
function DeleteButton({ onPress }: { onPress: () => void }) {
  return (
    <button
      type="button"
      aria-label="Delete message"
      title="Delete message"
      aria-haspopup="dialog"
      onClick={onPress}
      className="relative grid h-6 w-8 place-items-center rounded-pill text-ink-3 transition-[opacity,color] before:absolute before:-inset-x-1.5 before:-inset-y-2.5 hover:text-danger focus-visible:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover/line:opacity-100 [@media(hover:hover)]:group-has-focus-visible/line:opacity-100"
    >
      <Trash2 aria-hidden className="size-4" strokeWidth={1.8} />
    </button>
  )
}

const loadDeleteDialog = async () => (await import('./delete-dialog.tsx')).DeleteMessageDialog

interface MessageDeletionProps {
  room: ChatRoom
  /** The message whose deletion was asked for; null while none is. */
  message: ChatMessage | null
  /** The moderator has answered the question. */
  onAnswered: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

/** Asks, and deletes. The message is gone at once and back when that fails, which is only logged (CHAT-12). */
export function MessageDeletion({ room, message, onAnswered, returnFocusTo }: MessageDeletionProps) {
  const [Dialog, load] = useLazyImport(loadDeleteDialog)
  const { mutateAsync: ask } = useCallMutation(chatCalls.deleteMessage)
  useEffect(() => {
    if (message) load()
  }, [message, load])
  const remove = async ({ id }: ChatMessage) => {
    const before = room.log().messages.find((one) => one.id === id)
    room.take({ type: 'deleted', messageId: id })
    try {
      await ask({ params: { id: String(id) } })
    } catch (error) {
      logFailure('A message was not deleted.', error)
      const isGone = isCallError(error) && error.status === 404
      if (before && !isGone) room.take({ type: 'message', message: before })
    }
  }
  return (
    Dialog && (
      <Dialog
        message={message}
        returnFocusTo={returnFocusTo}
        onAnswer={(yes) => {
          onAnswered()
          if (yes && message) void remove(message)
        }}
      />
    )
  )
}
