// Words in the sky of the picture. A picture whose sky is too low for them grows (LIGHT-02).
import './scene.css'
import { clsx } from 'clsx'
import { useLayoutEffect, useRef, type ComponentProps } from 'react'
import { sceneHorizon } from '#web/ui/dawn-scene.tsx'

/** Its container fills the picture. */
export function SkyWords({ className, children, ...props }: ComponentProps<'div'>) {
  const words = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const frame = words.current?.closest<HTMLElement>('.video-frame')
    if (!words.current || !frame) return
    const write = () => {
      const heights = [...frame.querySelectorAll('.sky-words > div')].map((part) => part.clientHeight)
      frame.style.setProperty('--for-words', `${Math.ceil(Math.max(0, ...heights) / sceneHorizon)}px`)
    }
    const observer = new ResizeObserver(write)
    observer.observe(words.current)
    return () => {
      observer.disconnect()
      // React has removed them by then, perhaps for others.
      queueMicrotask(write)
    }
  }, [])
  return (
    <div
      {...props}
      className={clsx(
        'sky-words absolute inset-x-0 top-0 flex flex-col justify-center-safe overflow-y-auto px-5 py-3 text-center shallow:py-1',
        className,
      )}
    >
      <div ref={words} className="flex flex-none flex-col items-center gap-2.5 shallow:gap-1.5">
        {children}
      </div>
    </div>
  )
}
