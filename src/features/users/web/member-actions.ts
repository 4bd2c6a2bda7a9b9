// What administrators can do for a member or about them, from the menu of the row.
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

/** What was chosen from a menu. */
export interface MemberActionRequest {
  action: MemberAction
  /** As they were in the list then. */
  member: Member
  /** Another number at each choice. */
  turn: number
}

/** What each of their dialogs takes. */
export interface MemberDialogProps {
  open: boolean
  onClose: () => void
  returnFocusTo: RefObject<HTMLElement | null>
}
