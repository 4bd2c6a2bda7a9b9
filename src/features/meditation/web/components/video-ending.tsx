// Video ending: what lies over the last frame of a video that has ended.
import { clsx } from 'clsx'
import { useState, type ReactNode } from 'react'
import { usePlayerFocus } from '#web/player/use-player-focus.ts'
import { Poster } from '#web/player/video-overlays.tsx'
import { DawnScene } from '#web/ui/dawn-scene.tsx'
import { useSky } from '#web/ui/use-sky.ts'
import { useHeldPlaces } from '#web/visit-state.ts'
import type { EndingOptions } from './daily-video.tsx'

interface VideoEndingProps extends Pick<EndingOptions, 'posterUrl' | 'ground'> {
  children: ReactNode
}

/** Fills its container, which grows with it: its words are neither clipped nor scrolled. */
export function VideoEnding({ posterUrl, ground, children }: VideoEndingProps) {
  const panel = usePlayerFocus()
  const places = useHeldPlaces()
  // In the dark nobody sees that the frame grows with its words; in the light that waits until nothing is held.
  const [comesInLight] = useState(() => document.documentElement.dataset['lights'] === undefined)
  return (
    <div
      ref={panel}
      data-ending
      data-held={(comesInLight && places === 'all') || undefined}
      className={clsx(
        'relative isolate z-1 grid min-h-full writing:hidden',
        ground !== 'scene' && 'motion-panel bg-frame',
      )}
    >
      {ground === 'poster' && <Poster url={posterUrl} />}
      {ground === 'sky' && <SkyOfMoment />}
      <div
        className={clsx(
          'relative grid text-[white]',
          ground === 'poster' ? 'bg-veil' : 'ending-scrim isolate',
        )}
      >
        {children}
      </div>
    </div>
  )
}

function SkyOfMoment() {
  return <DawnScene sky={useSky()} hasWords className="absolute inset-0 size-full" />
}
