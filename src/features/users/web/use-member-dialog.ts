// Member dialog state: which dialog is open, and where the focus returns.
import { useRef, useState } from 'react'
import { useLazyImport } from '#web/use-lazy-import.ts'
import type { MemberActionRequest } from './member-actions.ts'
import type { ChooseAction } from './member-menu-button.tsx'

const loadDialogs = async () => (await import('./member-dialogs.tsx')).MemberDialogs

export function useMemberDialog() {
  const [MemberDialogs, load] = useLazyImport(loadDialogs)
  const [request, setRequest] = useState<MemberActionRequest | null>(null)
  const [isOpen, setOpen] = useState(false)
  const returnFocusTo = useRef<HTMLElement>(null)
  const choose: ChooseAction = (action, member, button) => {
    load()
    returnFocusTo.current = button
    setRequest({ action, member, sequence: (request?.sequence ?? 0) + 1 })
    setOpen(true)
  }
  return {
    choose,
    /** Sets the focus target for when the button no longer exists. */
    returnTo: (element: HTMLElement | null) => {
      returnFocusTo.current = element
    },
    /** Null until the module is loaded. */
    MemberDialogs,
    /** The dialog's subject; it remains while the dialog closes. */
    dialog: request && { request, open: isOpen, onClose: () => setOpen(false), returnFocusTo },
  }
}
