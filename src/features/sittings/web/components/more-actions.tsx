// Actions that other features add to the menu of a sitting, such as those of its stream; the screen hands them in.
import { useState, type ComponentType, type ReactNode, type RefObject } from 'react'

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

interface Place {
  /** Null without a sitting, which has no actions. */
  sittingId: number | null
  /** The menu's button. */
  returnFocusTo: RefObject<HTMLButtonElement | null>
}

/** The items for a menu, and for beside it the dialog of the selected one. */
export function useMoreActions(
  more: readonly MoreActions[] = [],
  { sittingId, returnFocusTo }: Place,
): { items: ReactNode; dialog: ReactNode } {
  const [selected, setSelected] = useState<{ at: number; action: string } | null>(null)
  const Dialog = selected === null ? undefined : more[selected.at]?.Dialog
  if (sittingId === null) return { items: null, dialog: null }
  return {
    items: more.map(({ Items }, at) => (
      <Items key={at} sittingId={sittingId} onSelect={(action) => setSelected({ at, action })} />
    )),
    dialog: Dialog && selected && (
      <Dialog action={selected.action} {...{ sittingId, returnFocusTo }} onClose={() => setSelected(null)} />
    ),
  }
}
