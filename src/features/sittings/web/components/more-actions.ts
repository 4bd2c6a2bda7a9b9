// Actions that another feature adds to the menu of a sitting, such as those of its stream; the screen hands them in.
import type { ComponentType, RefObject } from 'react'

export interface MoreActions {
  /** Items of the open menu. */
  Items: ComponentType<{ sittingId: number; onSelect: (action: string) => void }>
  /** The dialog of a selected one. */
  Dialog: ComponentType<{
    sittingId: number
    action: string
    returnFocusTo: RefObject<HTMLButtonElement | null>
    onClose: () => void
  }>
}
