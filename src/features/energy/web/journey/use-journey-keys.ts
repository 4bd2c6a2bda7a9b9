// The keys of the journey, wherever the focus is in it.
import { useEffect, useEffectEvent } from 'react'

/** What each key does, by its name. The slider keeps its own keys. */
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
