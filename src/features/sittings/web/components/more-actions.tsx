// Actions that other features add to the menu of a sitting, such as those of its stream; the screen hands them in.
import { useState, type ComponentType, type ReactNode, type RefObject } from 'react'
import type { Sitting } from '../../sitting.ts'

export interface MoreActions {
  /** Items of the open menu. */
  Items: ComponentType<{ sitting: Sitting; onSelect: (action: string) => void }>
  /** The dialog of a selected one. */
  Dialog: ComponentType<{
    sittingId: number
    action: string
    returnFocusTo: RefObject<HTMLButtonElement | null>
    onClose: () => void
  }>
}

interface Place {
  /** Without one there are no actions. */
  sitting: Sitting | null
  /** The menu's button. */
  returnFocusTo: RefObject<HTMLButtonElement | null>
}

/** The items for a menu, and for beside it the dialog of the selected one. */
export function useMoreActions(
  more: readonly MoreActions[] = [],
  { sitting, returnFocusTo }: Place,
): { items: ReactNode; dialog: ReactNode } {
  const [selected, setSelected] = useState<{ at: number; action: string } | null>(null)
  const Dialog = selected === null ? undefined : more[selected.at]?.Dialog
  if (sitting === null) return { items: null, dialog: null }
  return {
    items: more.map(({ Items }, at) => (
      <Items key={at} sitting={sitting} onSelect={(action) => setSelected({ at, action })} />
    )),
    dialog: Dialog && selected && (
      <Dialog
        action={selected.action}
        {...{ returnFocusTo }}
        sittingId={sitting.id}
        onClose={() => setSelected(null)}
      />
    ),
  }
}
