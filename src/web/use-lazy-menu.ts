// Lazy menu: loaded on intent; until then its button is rendered alone.
import { useState } from 'react'
import { useLazyImport } from './use-lazy-import.ts'

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
