// Which dialog is open over the list of members, and where the keyboard goes on after it.
import { useRef, useState } from 'react'
import { useLazyImport } from '#web/use-lazy-import.ts'
import type { MemberActionRequest } from './member-actions.ts'
import type { ChooseAction } from './member-menu-button.tsx'

const loadDialogs = async () => (await import('./member-dialogs.tsx')).MemberDialogs

export function useMemberDialog() {
  const [MemberDialogs, load] = useLazyImport(loadDialogs)
  const [asked, setAsked] = useState<MemberActionRequest | null>(null)
  const [isOpen, setOpen] = useState(false)
  const returnFocusTo = useRef<HTMLElement>(null)
  const choose: ChooseAction = (action, member, button) => {
    load()
    returnFocusTo.current = button
    setAsked({ action, member, turn: (asked?.turn ?? 0) + 1 })
    setOpen(true)
  }
  return {
    choose,
    /** Where the keyboard goes on when the button is gone by then. */
    returnTo: (element: HTMLElement | null) => {
      returnFocusTo.current = element
    },
    /** Null until it has come. */
    MemberDialogs,
    /** What the dialog is about; it stays while the dialog goes. */
    chosen: asked && { asked, open: isOpen, onClose: () => setOpen(false), returnFocusTo },
  }
}
