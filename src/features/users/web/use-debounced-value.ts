// Debounced text for server searches.
import { useEffect, useState } from 'react'

const debounceMs = 250

/** The text after a short pause in typing; an emptied text at once. */
export function useDebouncedValue(text: string): string {
  const [rested, setRested] = useState(text)
  if (text === '' && rested !== '') setRested('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
