// The button of a message's menu, small beside the heart; its menu loads when it is pressed.
import { Ellipsis } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { t } from '#shared/i18n/t.ts'
import { useLazyMenu } from '#web/use-lazy-overlay.ts'
import type { ChatMessage } from '../../contract.ts'
import { messageActions, type MessageAction } from '../data/chat-member.ts'

const loadMenu = async () => (await import('./message-menu.tsx')).MessageMenu

export type OnMessageAction = (
  action: MessageAction,
  message: ChatMessage,
  button: HTMLElement | null,
) => void

interface MessageMenuButtonProps {
  message: ChatMessage
  isOwn: boolean
  moderates: boolean
  isTabStop: boolean
  onAction: OnMessageAction
}

/** Nothing where the member can do nothing with the message. */
export function MessageMenuButton({
  message,
  isOwn,
  moderates,
  isTabStop,
  onAction,
}: MessageMenuButtonProps) {
  const [Menu, lazyButton] = useLazyMenu(loadMenu)
  const ref = useRef<HTMLButtonElement>(null)
  const actions = messageActions({ isOwn, moderates })
  if (actions.length === 0) return null
  const button = { ref, name: message.user.name, tabIndex: isTabStop ? 0 : -1 }
  if (!Menu) return <DotsButton {...button} {...lazyButton} />
  return (
    <Menu
      author={message.user.name}
      actions={actions}
      trigger={<DotsButton {...button} />}
      onAction={(action) => onAction(action, message, ref.current)}
    />
  )
}

/** Drawn small, with a touch target of 44 px; before the heart, and after it for keyboards. */
function DotsButton({ name, ...button }: { name: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      aria-label={t('Menu of {name}’s message', { name })}
      data-menu
      className="relative order-first grid h-6 w-6 place-items-center rounded-pill text-ink-3 transition-[opacity,color] before:absolute before:-inset-2.5 hover:text-ink focus-visible:opacity-100 aria-expanded:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover/line:opacity-100 [@media(hover:hover)]:group-has-focus-visible/line:opacity-100"
    >
      <Ellipsis aria-hidden className="size-4" strokeWidth={2} />
    </button>
  )
}
