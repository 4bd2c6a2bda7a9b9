// A text that is typed, for what asks the server about it.
import { useEffect, useState } from 'react'

const debounceMs = 250

/** The text as it was when nothing had been typed for a moment; an emptied one at once. */
export function useDebouncedValue(text: string): string {
  const [rested, setRested] = useState(text)
  if (text === '' && rested !== '') setRested('')
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), debounceMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
