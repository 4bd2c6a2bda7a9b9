// Action menu of a member's row.
import { Ban, Clock, Pencil, Sprout, Trash2, UserCheck, UserPlus, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import type { Member } from '../contract.ts'
import type { MemberAction } from './member-actions.ts'

interface MemberMenuProps {
  member: Member
  trigger: ReactNode
  onChoose: (action: MemberAction) => void
}

/** Opens on mount: pressing the button loads it. */
export function MemberMenu({ member, trigger, onChoose }: MemberMenuProps) {
  const { isAdmin, isBanned, isGardenAngel } = member
  const line = (action: MemberAction, Icon: LucideIcon, words: string) => (
    <MenuItem
      tone={action === 'ban' || action === 'delete' ? 'danger' : 'plain'}
      onSelect={() => onChoose(action)}
    >
      <Icon aria-hidden className="size-4.5" strokeWidth={1.8} />
      {words}
    </MenuItem>
  )
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuLabel>{member.name}</MenuLabel>
      {line('edit', Pencil, 'Edit User')}
      {line('timeSpent', Clock, 'Edit Time Spent')}
      {line('referrer', UserPlus, 'Edit Referrer')}
      {/* Administrators already have that right (USR-13). */}
      {!isAdmin &&
        (isGardenAngel
          ? line('removeRole', Sprout, 'Remove Garden Angel')
          : line('grantRole', Sprout, 'Grant Garden Angel'))}
      <MenuSeparator />
      {isBanned ? line('unban', UserCheck, 'Unban User') : line('ban', Ban, 'Ban User')}
      {line('delete', Trash2, 'Delete User')}
    </Menu>
  )
}
