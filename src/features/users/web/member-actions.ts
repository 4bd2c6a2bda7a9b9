// Member actions that administrators choose from a row's menu.
import type { RefObject } from 'react'
import type { Member } from '../contract.ts'

export type MemberAction =
  | 'edit'
  | 'timeSpent'
  | 'referrer'
  | 'ban'
  | 'unban'
  | 'grantRole'
  | 'removeRole'
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
