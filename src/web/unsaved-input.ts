// Unsaved input that no draft has: the browser asks before the page is left, `LeaveGuard` before the screen is.
import { useEffect } from 'react'
import { createPageStore } from './page-store.ts'

/** The number of forms that have some. */
const unsavedForms = createPageStore('screen', 0)

/** Whether anything on this page would be lost. */
export function hasUnsavedInput(): boolean {
  return unsavedForms.get() > 0
}

/** While true, the input of this form would be lost. */
export function useUnsavedInput(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    unsavedForms.set(unsavedForms.get() + 1)
    window.addEventListener('beforeunload', ask)
    return () => {
      unsavedForms.set(unsavedForms.get() - 1)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved])
}
