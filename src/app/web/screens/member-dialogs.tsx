// Renders the dialog for the action chosen from a member's menu.
import { EditMemberDialog } from '#features/members/web/components/edit-member-dialog.tsx'
import { MemberConfirmDialog } from '#features/members/web/components/member-confirm-dialog.tsx'
import { ReferrerDialog } from '#features/members/web/components/referrer-dialog.tsx'
import { TimeSpentDialog } from '#features/members/web/components/time-spent-dialog.tsx'
import type { MemberDialogsProps } from '#features/members/web/data/member-actions.ts'
import { BanDialog } from '#features/moderation/web/ban-dialog.tsx'
import { UnbanDialog } from '#features/moderation/web/unban-dialog.tsx'
import { referralsCalls } from '#features/referrals/contract.ts'

/** Give each choice its own `key`. */
export function MemberDialogs({ request, onEdited, onDeleted, ...frame }: MemberDialogsProps) {
  const { action, member } = request
  switch (action) {
    case 'edit':
      return <EditMemberDialog {...frame} member={member} onEdited={onEdited} />
    case 'timeSpent':
      return <TimeSpentDialog {...frame} member={member} />
    case 'referrer':
      return <ReferrerDialog {...frame} member={member} attributionCall={referralsCalls.attribute} />
    case 'ban':
      return <BanDialog {...frame} context="dashboard" member={member} />
    case 'unban':
      return <UnbanDialog {...frame} member={member} />
    default:
      return <MemberConfirmDialog {...frame} question={action} member={member} onDeleted={onDeleted} />
  }
}
