// The button of a message's menu, small beside the heart; its menu loads when it is pressed.
import { Ellipsis } from 'lucide-react'
import { useRef, type ComponentProps } from 'react'
import { t } from '#shared/i18n/t.ts'
import { useLazyMenu } from '#web/use-lazy-overlay.ts'
import type { ChatMessage } from '../../contract.ts'
import type { MessageAction } from '../data/chat-member.ts'

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

/** Members can do nothing with their own messages. */
export function MessageMenuButton({ message, isTabStop, onAction, ...options }: MessageMenuButtonProps) {
  const [Menu, lazyButton] = useLazyMenu(loadMenu)
  const ref = useRef<HTMLButtonElement>(null)
  if (options.isOwn && !options.moderates) return null
  const button = { ref, name: message.user.name, tabIndex: isTabStop ? 0 : -1 }
  if (!Menu) return <DotsButton {...button} {...lazyButton} />
  return (
    <Menu
      author={message.user.name}
      {...options}
      trigger={<DotsButton {...button} />}
      onAction={(action) => onAction(action, message, ref.current)}
    />
  )
}

/** Drawn small, as the heart; before it, and after it for keyboards. */
function DotsButton({ name, ...button }: { name: string } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...button}
      aria-label={t('Menu of {name}’s message', { name })}
      data-stop="menu"
      className="relative order-first grid h-6 w-6 place-items-center rounded-pill text-ink-3 transition-colors before:absolute before:-inset-0.5 hover:text-ink pointer-coarse:before:-inset-1 aria-expanded:opacity-100 opacity-0 group-hover/line:opacity-100 focus-visible:opacity-100 pointer-coarse:opacity-55"
    >
      <Ellipsis aria-hidden className="size-4" strokeWidth={2} />
    </button>
  )
}
