// Video ending: what lies over the last frame of a video that has ended.
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Poster, usePlayerFocus } from '#web/player/video-overlays.tsx'

interface VideoEndingProps {
  posterUrl: string | null
  /** The sitting's scene is below, and takes the poster's place. */
  isOnScene: boolean
  children: ReactNode
}

/**
 * The poster, darkened, with `children` on it. Fills its container, which grows with it: its words are neither clipped
 * nor scrolled.
 */
export function VideoEnding({ posterUrl, isOnScene, children }: VideoEndingProps) {
  const panel = usePlayerFocus()
  return (
    <div
      ref={panel}
      data-ending
      className={clsx(
        'relative isolate z-1 grid min-h-full writing:hidden',
        !isOnScene && 'motion-panel bg-frame',
      )}
    >
      {!isOnScene && <Poster url={posterUrl} />}
      <div className={clsx('relative grid text-[white]', isOnScene ? 'ending-scrim isolate' : 'bg-veil')}>
        {children}
      </div>
    </div>
  )
}
