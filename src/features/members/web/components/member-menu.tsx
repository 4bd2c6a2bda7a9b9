// Action menu of a member's row.
import {
  Ban,
  Clock,
  KeyRound,
  Pencil,
  Sprout,
  Trash2,
  UserCheck,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { rich } from '#web/i18n/rich.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/menu.tsx'
import type { Member } from '../../contract.ts'
import type { MemberAction } from '../data/member-actions.ts'

interface MemberMenuProps {
  member: Member
  trigger: ReactNode
  onChoose: (action: MemberAction) => void
}

/** Opens on mount: pressing the button loads it. */
export function MemberMenu({ member, trigger, onChoose }: MemberMenuProps) {
  const { isAdmin, isBanned, isGardenAngel, resetLink } = member
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
      {resetLink === 'mail' && renderItem('resetLink', KeyRound, t('Send a reset link'))}
      {resetLink === 'operator' && <OperatorItem />}
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

/** Says who sends a link where an administrator can't. Not `disabled`: the keyboard must reach it, to be read. */
function OperatorItem() {
  return (
    <MenuItem aria-disabled onSelect={(event) => event.preventDefault()}>
      <KeyRound aria-hidden className="size-4.5 flex-none text-ink-3" strokeWidth={1.8} />
      <span className="grid py-2 text-ink-3">
        <span>{t('Send a reset link')}</span>
        <span className="text-small">
          {rich('Only the operator can do this: <command>npm run admin -- reset-password</command>', {
            command: (text) => (
              <code dir="ltr" translate="no" className="wrap-anywhere">
                {text}
              </code>
            ),
          })}
        </span>
      </span>
    </MenuItem>
  )
}
