// Renders the dialog for the action chosen from a member's menu.
import { BanDialog } from './ban-dialog.tsx'
import { EditMemberDialog } from './edit-member-dialog.tsx'
import type { MemberActionRequest, MemberDialogProps } from './member-actions.ts'
import { MemberConfirmDialog } from './member-confirm-dialog.tsx'
import { ReferrerDialog, type AttributionCall } from './referrer-dialog.tsx'
import { TimeSpentDialog } from './time-spent-dialog.tsx'

interface MemberDialogsProps extends MemberDialogProps {
  request: MemberActionRequest
  attributionCall: AttributionCall
  /** Called after the name, address or administrator role changed. */
  onEdited: () => void
  /** Called after the deletion; the row disappears with the next read. */
  onDeleted: () => void
}

/** Give each choice its own `key`. */
export function MemberDialogs({
  request,
  attributionCall,
  onEdited,
  onDeleted,
  ...frame
}: MemberDialogsProps) {
  const { action, member } = request
  switch (action) {
    case 'edit':
      return <EditMemberDialog {...frame} member={member} onEdited={onEdited} />
    case 'timeSpent':
      return <TimeSpentDialog {...frame} member={member} />
    case 'referrer':
      return <ReferrerDialog {...frame} member={member} attributionCall={attributionCall} />
    case 'ban':
      return <BanDialog {...frame} context="dashboard" member={member} />
    default:
      return <MemberConfirmDialog {...frame} question={action} member={member} onDeleted={onDeleted} />
  }
}
