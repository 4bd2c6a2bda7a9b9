// The height of a row that leaves its place in the dark: the place stays as high as it was in the light.
import { useLayoutEffect, useRef, useState } from 'react'

/** The ref is for the place. The height is undefined until the lights go down, and where help was open then. */
export function useHeldHeight(isDown: boolean) {
  const place = useRef<HTMLDivElement>(null)
  const [heightPx, setHeightPx] = useState<number>()
  useLayoutEffect(() => {
    const row = place.current
    if (isDown && row) setHeightPx(row.querySelector('form, article') ? undefined : row.offsetHeight)
  }, [isDown])
  return [place, heightPx] as const
}
