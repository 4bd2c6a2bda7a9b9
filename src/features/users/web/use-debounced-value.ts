// Debounced text for server searches.
import { useEffect, useState } from 'react'

const debounceMs = 250

/** The text after a short pause in typing; an emptied text at once. */
export function useDebouncedValue(text: string): string {
  const [debounced, setDebounced] = useState(text)
  if (text === '' && debounced !== '') setDebounced('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
