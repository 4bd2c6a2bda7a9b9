// The width of an element, for content drawn to measure.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The element's ref, and its width in whole px; null until it's mounted. */
export function useWidth<Place extends HTMLElement>(): [RefObject<Place | null>, number | null] {
  const ref = useRef<Place>(null)
  const [widthPx, setWidthPx] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidthPx(Math.floor(element.getBoundingClientRect().width))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, widthPx]
}
