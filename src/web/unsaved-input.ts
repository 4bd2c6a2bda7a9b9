// Unsaved input that no draft has: leaving its screen or the page asks first.
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
    unsaved.add(form)
    return () => {
      unsaved.delete(form)
    }
  }, [isUnsaved])
}
