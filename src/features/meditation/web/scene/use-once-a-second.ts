// A value that is drawn at most once a second, however often it changes.
import { useEffect, useRef, useState } from 'react'

const everyMs = 1_000

export function useOnceASecond<T>(value: T): T {
  const [shown, setShown] = useState(value)
  const shownAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const timer = setTimeout(
      () => {
        shownAt.current = performance.now()
        setShown(value)
      },
      Math.max(0, shownAt.current + everyMs - performance.now()),
    )
    return () => clearTimeout(timer)
  }, [value])
  return shown
}
