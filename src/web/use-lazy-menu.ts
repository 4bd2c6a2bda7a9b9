// A menu that is loaded when somebody is about to open it; until then its button stands alone.
import { useState } from 'react'
import { useLazyImport } from './use-lazy-import.ts'

/** What the button alone needs to be the button of a menu, and to begin loading it. */
interface LazyMenuButton {
  'aria-haspopup': 'menu'
  'aria-expanded': false
  onPointerEnter: () => void
  onFocus: () => void
  onClick: () => void
}

/** The menu once it was wanted and is there, else null; it opens at once then. `load` is declared outside the component. */
export function useLazyMenu<Part>(load: () => Promise<Part>): [Part | null, LazyMenuButton] {
  const [menu, prepare] = useLazyImport(load)
  const [isWanted, setWanted] = useState(false)
  return [
    isWanted ? menu : null,
    {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => {
        prepare()
        setWanted(true)
      },
    },
  ]
}
