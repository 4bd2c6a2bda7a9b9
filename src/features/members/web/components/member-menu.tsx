// Action menu of a member's row.
import { Ban, Clock, Pencil, Sprout, Trash2, UserCheck, UserPlus, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import type { Member } from '../../contract.ts'
import type { MemberAction } from '../data/member-actions.ts'
import { t } from '#shared/t.ts'

interface MemberMenuProps {
  member: Member
  trigger: ReactNode
  onChoose: (action: MemberAction) => void
}

/** Opens on mount: pressing the button loads it. */
export function MemberMenu({ member, trigger, onChoose }: MemberMenuProps) {
  const { isAdmin, isBanned, isGardenAngel } = member
  const renderItem = (action: MemberAction, Icon: LucideIcon, label: string) => (
    <MenuItem
      tone={action === 'ban' || action === 'delete' ? 'danger' : 'plain'}
      onSelect={() => onChoose(action)}
    >
      <Icon aria-hidden className="size-4.5" strokeWidth={1.8} />
      <span>{label}</span>
    </MenuItem>
  )
  return (
    <Menu defaultOpen trigger={trigger}>
      <MenuLabel>
        <span translate="no">{member.name}</span>
      </MenuLabel>
      {renderItem('edit', Pencil, t('Edit User'))}
      {renderItem('timeSpent', Clock, t('Edit Time Spent'))}
      {renderItem('referrer', UserPlus, t('Edit Referrer'))}
      {/* Administrators already have that right (USR-13). */}
      {!isAdmin &&
        (isGardenAngel
          ? renderItem('removeRole', Sprout, t('Remove Garden Angel'))
          : renderItem('grantRole', Sprout, t('Grant Garden Angel')))}
      <MenuSeparator />
      {isBanned ? renderItem('unban', UserCheck, t('Unban User')) : renderItem('ban', Ban, t('Ban User'))}
      {renderItem('delete', Trash2, t('Delete User'))}
    </Menu>
  )
}
