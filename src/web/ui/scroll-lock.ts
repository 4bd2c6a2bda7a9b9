// Holds the page still behind a dialog, without a style element (the CSP forbids those) and without a jump.
import { useLayoutEffect } from 'react'

let locks = 0

/** While `locked`, the page behind can't be scrolled; its scrollbar leaves a gutter of the same width. */
export function useScrollLock(locked: boolean): void {
  useLayoutEffect(() => {
    if (!locked) return
    const page = document.documentElement
    if (locks === 0) {
      page.style.setProperty('--scrollbar-width', `${window.innerWidth - page.clientWidth}px`)
      page.dataset.scrollLock = ''
    }
    locks += 1
    return () => {
      locks -= 1
      if (locks > 0) return
      delete page.dataset.scrollLock
      page.style.removeProperty('--scrollbar-width')
    }
  }, [locked])
}
