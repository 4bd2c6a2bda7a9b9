// How wide a place on the page is, for what is drawn to its measure.
import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The ref of the place, and its width in whole px; null before it is there. */
export function useWidth<Place extends HTMLElement>(): [RefObject<Place | null>, number | null] {
  const place = useRef<Place>(null)
  const [widthPx, setWidthPx] = useState<number | null>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const measure = () => setWidthPx(Math.floor(element.getBoundingClientRect().width))
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [])
  return [place, widthPx]
}
