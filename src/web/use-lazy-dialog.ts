// Lazy dialog: loaded when the member moves to its button; props for the button and for the dialog.
import { useState } from 'react'
import { useLazyImport } from './use-lazy-import.ts'

/** The dialog (null until loaded), its button's props, and its own props. `load` as for useLazyImport. */
export function useLazyDialog<Part>(load: () => Promise<Part>) {
  const [Dialog, startLoading] = useLazyImport(load)
  const [open, onOpenChange] = useState(false)
  const onClick = () => {
    startLoading()
    onOpenChange(true)
  }
  return [
    Dialog,
    { onPointerEnter: startLoading, onFocus: startLoading, onClick },
    { open, onOpenChange },
  ] as const
}
