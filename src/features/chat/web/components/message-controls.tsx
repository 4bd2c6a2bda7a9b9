// Message controls: the menu of each message and its dialogs; moderators also have its author's name and a delete button.
import { Trash2 } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { ChatMessage } from '../../contract.ts'
import type { ChatModerationParts, MessageAction } from '../data/chat-member.ts'
import type { ChatRoom } from '../data/chat-room-interface.ts'
import { MessageMenuButton, type OnMessageAction } from './message-menu-button.tsx'

/** What members can do with a message, as each message draws it. */
export interface RenderedControls {
  /** A message's author, whose name opens the ban dialog for moderators (CHAT-16). */
  renderName(message: ChatMessage, isTabStop: boolean): ReactNode
  /** For moderators, before the like button (CHAT-13). */
  renderDeletion(message: ChatMessage, isTabStop: boolean): ReactNode
  /** After it for keyboards (MOD-17). */
  renderMenu(message: ChatMessage, options: { isOwn: boolean; isTabStop: boolean }): ReactNode
}

interface MessageControlsProps {
  room: ChatRoom
  memberId: number
  moderates: boolean
  MessageDialogs: ChatModerationParts['MessageDialogs']
  /** Takes the focus after a dialog whose button is gone. */
  log: RefObject<HTMLElement | null>
  /** Receives the controls, and null on unmount. */
  onReady: (controls: RenderedControls | null) => void
}

/** Draws only the open dialog; the messages draw what `onReady` receives. */
export function MessageControls(props: MessageControlsProps) {
  const { room, memberId, moderates, MessageDialogs, log, onReady } = props
  const [opened, onAction] = useOpenedDialog(log)
  useEffect(() => {
    onReady({
      renderName: (message, isTabStop) =>
        moderates && message.user.id !== memberId ? (
          <NameButton
            user={message.user}
            isTabStop={isTabStop}
            onPress={(button) => onAction('ban', message, button)}
          />
        ) : (
          message.user.name
        ),
      renderDeletion: (message, isTabStop) =>
        moderates && (
          <DeleteButton isTabStop={isTabStop} onPress={(button) => onAction('remove', message, button)} />
        ),
      renderMenu: (message, options) => (
        <MessageMenuButton {...{ message, moderates, onAction }} {...options} />
      ),
    })
    return () => onReady(null)
  }, [memberId, moderates, onAction, onReady])
  return (
    opened && (
      <MessageDialogs
        key={opened.opening}
        room={room}
        action={opened.action}
        message={opened.message}
        returnFocusTo={opened.returnFocusTo}
      />
    )
  )
}

interface OpenedDialog {
  opening: number
  action: MessageAction
  message: ChatMessage
  returnFocusTo: RefObject<HTMLElement | null>
}

/** The dialog about a message that was opened last. The focus returns to its button, or to the log if that is gone. */
function useOpenedDialog(log: RefObject<HTMLElement | null>): [OpenedDialog | null, OnMessageAction] {
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  const openings = useRef(0)
  const onAction: OnMessageAction = useCallback(
    (action, message, button) => {
      openings.current += 1
      const returnFocusTo = {
        get current() {
          return button?.isConnected ? button : log.current
        },
      }
      setOpened({ opening: openings.current, action, message, returnFocusTo })
    },
    [log],
  )
  return [opened, onAction]
}

interface RowButtonProps {
  isTabStop: boolean
  onPress: (button: HTMLElement) => void
}

function NameButton({ user, isTabStop, onPress }: RowButtonProps & { user: ChatMessage['user'] }) {
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      data-stop="name"
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
function DeleteButton({ isTabStop, onPress }: RowButtonProps) {
  return (
    <button
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      data-stop="delete"
      aria-label={t('Delete message')}
      title={t('Delete message')}
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => onPress(currentTarget)}
      className="relative grid h-6 w-8 place-items-center rounded-pill text-ink-3 transition-[opacity,color] before:absolute before:-inset-0.5 hover:text-danger pointer-coarse:before:-inset-1 focus-visible:opacity-100 [@media(hover:none)]:hidden [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover/line:opacity-100 [@media(hover:hover)]:group-has-focus-visible/line:opacity-100"
    >
      <Trash2 aria-hidden className="size-4" strokeWidth={1.8} />
    </button>
  )
}
