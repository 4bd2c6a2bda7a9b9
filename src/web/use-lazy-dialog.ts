// A dialog that is loaded when its button is meant: what the button and the dialog need.
import { useState } from 'react'
import { useLazyImport } from './use-lazy-import.ts'

/** The dialog once it is there, null before; what its button gets; and what it gets itself. `load` as for useLazyImport. */
export function useLazyDialog<Part>(load: () => Promise<Part>) {
  const [Dialog, prepare] = useLazyImport(load)
  const [open, onOpenChange] = useState(false)
  const onClick = () => {
    prepare()
    onOpenChange(true)
  }
  return [Dialog, { onPointerEnter: prepare, onFocus: prepare, onClick }, { open, onOpenChange }] as const
}
