// Unsaved input that no draft has: the browser asks before the page is left, `LeaveGuard` before the screen is.
import { useEffect } from 'react'

const unsaved = new Set<symbol>()

/** Whether anything on this page would be lost. */
export function hasUnsavedInput(): boolean {
  return unsaved.size > 0
}

/** While true, the input of this form would be lost. */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const form = Symbol('form')
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    unsaved.add(form)
    window.addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(form)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved])
}
