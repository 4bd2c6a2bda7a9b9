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
import { isDaylight, type Sky } from '#shared/scene/sky.ts'
import { useTheme } from '../theme.ts'

/** The horizon as a share of the height, from the top; the sun's place on the water is in the middle of the width. */
export const sceneHorizon = 0.62

interface DawnSceneProps {
  sky: Sky
  /** Up to 0.78, where words need more of the sky. */
  horizon?: number
  /** Words lie on its sky, see `drawScene`. */
  hasWords?: boolean | undefined
  className?: string
}

/** Decorative. Fills its container in every shape. */
export function DawnScene(props: DawnSceneProps) {
  const { sky, horizon = sceneHorizon, hasWords, className = 'size-full' } = props
  const { theme } = useTheme()
  const id = useId()
  const [ref, aspect] = useAspect()
  const color = sceneColors(sky, theme)
  const { viewBox, elements } = drawScene({ sky, color, aspect, horizon, hasWords, id })
  return (
    <svg
      ref={ref}
      aria-hidden
      viewBox={viewBox}
      preserveAspectRatio="none"
      className={className}
      // What darkens it behind words looks for this.
      data-daylight={isDaylight(sky) || undefined}
    >
      {elements.map(render)}
    </svg>
  )
}

/** An element keeps its place in the list, so the place is its key. */
function render(element: SceneElement | false, key: number): ReactElement | false {
  return element && createElement(element.tag, { ...element.attributes, key }, element.children?.map(render))
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
