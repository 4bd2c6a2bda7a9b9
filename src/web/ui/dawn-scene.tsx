// Background scene: still water between hills, under the sky of a moment. Drawn, not loaded.
import {
  createElement,
  type ReactElement,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { drawScene, sceneColors, type SceneElement } from '#shared/scene/scene.ts'
import type { Sky } from '#shared/scene/sky.ts'
import { useTheme } from '../theme.ts'

/** The horizon as a share of the height, from the top; the sun's place on the water is in the middle of the width. */
export const sceneHorizon = 0.62

interface DawnSceneProps {
  sky: Sky
  /** Up to 0.78, where words need more of the sky. */
  horizon?: number
  /** By default the page's. */
  theme?: 'light' | 'dark'
  /** Width by height; by default measured. A print has no time for that. */
  aspect?: number
  className?: string
}

/** Decorative. Fills its container in every shape. */
export function DawnScene({
  sky,
  horizon = sceneHorizon,
  theme,
  aspect: fixedAspect,
  className = 'size-full',
}: DawnSceneProps) {
  const { theme: pageTheme } = useTheme()
  const id = useId()
  const [ref, measuredAspect] = useAspect()
  const aspect = fixedAspect ?? measuredAspect
  const colors = sceneColors(sky, theme ?? pageTheme)
  const { viewBox, elements } = drawScene({ sky, colors, aspect, horizon, id })
  return (
    <svg ref={ref} aria-hidden viewBox={viewBox} preserveAspectRatio="none" className={className}>
      {elements.map(render)}
    </svg>
  )
}

/** An element keeps its place in the list, so the place is its key. */
function render(element: SceneElement | null, key: number): ReactElement | null {
  if (element === null) return null
  const { tag, attributes, children } = element
  return createElement(tag, { ...attributes, key }, children?.map(render))
}

/** Width by height of the element with the ref. */
function useAspect(): [RefObject<SVGSVGElement | null>, number] {
  const ref = useRef<SVGSVGElement>(null)
  const [aspect, setAspect] = useState(1.6)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      if (width > 0 && height > 0) setAspect(width / height)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, aspect]
}
