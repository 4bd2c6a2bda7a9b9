// Lazy overlays: a dialog or menu, loaded when the member moves to its button.
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

/** Props that make the button a menu button and start loading the menu. */
interface LazyMenuButton {
  'aria-haspopup': 'menu'
  'aria-expanded': false
  onPointerEnter: () => void
  onFocus: () => void
  onClick: () => void
}

/**
 * The menu once requested and loaded, else null; it then opens at once. `load` is declared outside the component.
 */
export function useLazyMenu<Part>(load: () => Promise<Part>): [Part | null, LazyMenuButton] {
  const [menu, startLoading] = useLazyImport(load)
  const [isRequested, setRequested] = useState(false)
  return [
    isRequested ? menu : null,
    {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: startLoading,
      onFocus: startLoading,
      onClick: () => {
        startLoading()
        setRequested(true)
      },
    },
  ]
}
