// The menu of a message: report, remove, mute, ban, by role (MOD-17). It loads when its button is pressed.
import type { ReactNode } from 'react'
import { message, translate, type Message } from '#shared/i18n/t.ts'
import { Menu, MenuItem, MenuLabel } from '#web/ui/menu.tsx'
import type { MessageAction } from '../data/chat-member.ts'

interface MessageMenuProps {
  trigger: ReactNode
  author: string
  isOwn: boolean
  moderates: boolean
  onAction: (action: MessageAction) => void
}

export function MessageMenu({ trigger, author, onAction, ...options }: MessageMenuProps) {
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuLabel>
        <span translate="no" className="wrap-anywhere">
          {author}
        </span>
      </MenuLabel>
      {actionsOf(options).map((action) => (
        <MenuItem
          key={action}
          tone={action === 'ban' || action === 'remove' ? 'danger' : 'plain'}
          onSelect={() => onAction(action)}
        >
          {translate(labels[action])}
        </MenuItem>
      ))}
    </Menu>
  )
}

const labels: Record<MessageAction, Message> = {
  report: message('Report'),
  remove: message('Remove'),
  mute: message('Mute'),
  ban: message('Ban'),
}

/** In the order of the menu. */
function actionsOf({ isOwn, moderates }: Pick<MessageMenuProps, 'isOwn' | 'moderates'>): MessageAction[] {
  if (isOwn) return ['remove']
  return moderates ? ['report', 'remove', 'mute', 'ban'] : ['report']
}
