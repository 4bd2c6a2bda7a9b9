// Keyboard shortcuts of the journey, for any focus inside it.
import { useEffect, useEffectEvent } from 'react'

/** Handlers by key name. The slider keeps its own keys. */
export function useJourneyKeys(keys: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    if (altKey || ctrlKey || metaKey || shiftKey) return
    if (event.target instanceof HTMLInputElement) return
    const act = Object.hasOwn(keys, key) ? keys[key] : undefined
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
