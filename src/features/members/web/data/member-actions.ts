// Member actions that administrators choose from a row's menu.
import type { RefObject } from 'react'
import type { Member } from '../../contract.ts'

export type MemberAction =
  | 'edit'
  | 'timeSpent'
  | 'referrer'
  | 'ban'
  | 'unban'
  | 'grantRole'
  | 'removeRole'
  | 'resetLink'
  | 'delete'

/** An action chosen from a menu. */
export interface MemberActionRequest {
  action: MemberAction
  /** The member as listed at that moment. */
  member: Member
  /** A different number for each choice; the React key of the dialog. */
  sequence: number
}

/** Props shared by the member dialogs. */
export interface MemberDialogProps {
  open: boolean
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export interface MemberDialogsProps extends MemberDialogProps {
  request: MemberActionRequest
  /** Called after the name, address or administrator role changed. */
  onEdited: () => void
  /** Called after the deletion; the row disappears with the next read. */
  onDeleted: () => void
}
