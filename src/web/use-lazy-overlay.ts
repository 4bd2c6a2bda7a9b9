// Lazy overlays: a dialog or menu, loaded when the member moves to its button.
import { useState } from 'react'
import type { LazyPart } from './lazy-part.tsx'
import { useLazyImport } from './use-lazy-import.ts'

/** The props of a dialog's button, and whether the dialog is open, as its props. */
export function useLazyDialog({ preload }: Pick<LazyPart<object>, 'preload'>) {
  const [open, onOpenChange] = useState(false)
  const onClick = () => {
    preload()
    onOpenChange(true)
  }
  return [
    { onPointerEnter: preload, onFocus: preload, onClick },
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
