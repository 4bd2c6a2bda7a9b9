// Scroll lock behind a dialog, without a style element (the CSP forbids those) and without a layout shift.
import { useLayoutEffect } from 'react'

let locks = 0

/** While `locked`, the page can't scroll; a gutter of the same width replaces its scrollbar. */
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
