// Chat moderation: what moderators see on each message, a name that opens the ban dialog, and a delete button.
import { Trash2 } from 'lucide-react'
import { useEffect, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { ChatMessage } from '../../contract.ts'
import type { OnMessageAction } from './message-menu-button.tsx'

/** The controls that a moderator sees on each message. */
export interface ModerationControls {
  /** The name of a message's author, which opens the ban dialog (CHAT-16). */
  renderName(message: ChatMessage): ReactNode
  /** The actions on the message (CHAT-13). */
  renderActions(message: ChatMessage): ReactNode
}

interface ChatModerationProps {
  memberId: number
  onAction: OnMessageAction
  /** Receives the controls, and null on unmount. */
  onReady: (moderating: ModerationControls | null) => void
}

/** Provides the controls on each message that open the ban and delete dialogs. */
export function ChatModeration({ memberId, onAction, onReady }: ChatModerationProps) {
  useEffect(() => {
    onReady({
      renderName: (message) =>
        message.user.id === memberId ? (
          message.user.name
        ) : (
          <NameButton user={message.user} onPress={(button) => onAction('ban', message, button)} />
        ),
      renderActions: (message) => <DeleteButton onPress={(button) => onAction('remove', message, button)} />,
    })
    return () => onReady(null)
  }, [memberId, onAction, onReady])
  return null
}

interface NameButtonProps {
  user: ChatMessage['user']
  onPress: (button: HTMLElement) => void
}

function NameButton({ user, onPress }: NameButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      title={t('Ban this person')}
      onClick={({ currentTarget }) => onPress(currentTarget)}
      className="relative rounded-field text-start decoration-1 underline-offset-4 before:absolute before:-inset-x-1 before:-inset-y-2.5 hover:underline"
    >
      {user.name}
    </button>
  )
}

/** Shows on hover or focus; devices without hover have it in the message's menu. */
function DeleteButton({ onPress }: { onPress: (button: HTMLElement) => void }) {
  return (
    <button
      type="button"
      aria-label={t('Delete message')}
      title={t('Delete message')}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => onPress(currentTarget)}
      className="relative grid h-6 w-8 place-items-center rounded-pill text-ink-3 transition-[opacity,color] before:absolute before:-inset-x-1.5 before:-inset-y-2.5 hover:text-danger focus-visible:opacity-100 [@media(hover:none)]:hidden [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover/line:opacity-100 [@media(hover:hover)]:group-has-focus-visible/line:opacity-100"
    >
      <Trash2 aria-hidden className="size-4" strokeWidth={1.8} />
    </button>
  )
}
