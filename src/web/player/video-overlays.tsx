// Overlays of a video that hasn't started: its poster, and the first play button.
import { clsx } from 'clsx'
import { Play } from 'lucide-react'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { DawnScene, sceneHorizon } from '#web/ui/dawn-scene.tsx'
import { useSky } from '#web/ui/use-sky.ts'

/** A press of a button that unmounts: the focus moves to the player, so that its keys keep working. */
export function handOver(onPress: () => void) {
  return (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest('section')?.focus()
    onPress()
  }
}

const posterClass = 'pointer-events-none absolute inset-0 size-full'

interface PosterProps {
  /** Null for the drawn water. */
  url: string | null
  /** Words lie on its sky. */
  hasWords?: boolean | undefined
}

/** Fills its container, behind the children after it. */
export function Poster({ url, hasWords }: PosterProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (url === null || url === failedUrl) return <PosterScene hasWords={hasWords} />
  return (
    <img
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailedUrl(url)}
      // The poster is bright; the dark theme dims it.
      className={`${posterClass} object-cover in-data-[theme=dark]:[filter:brightness(0.82)_saturate(0.95)]`}
    />
  )
}

function PosterScene({ hasWords }: Pick<PosterProps, 'hasWords'>) {
  return <DawnScene sky={useSky()} hasWords={hasWords} className={posterClass} />
}

interface VideoBeginningProps {
  onPlay: () => void
  /** A bell will begin it for everyone: to play it alone is the second choice. */
  hasBellAhead: boolean | undefined
  /** The members are on the water, the viewer in the middle of its lower half. */
  hasCircle: boolean
  /** Called on signs that a press of the play button is coming. */
  onIntent?: () => void
  /** A hint below the play button. */
  children?: ReactNode
}

/** Over the poster of a video that hasn't started: the play button on the water, `children` in the sky. Fills its container. */
export function VideoBeginning(props: VideoBeginningProps) {
  const { onPlay, hasBellAhead, hasCircle, onIntent, children } = props
  return (
    <div className="pointer-events-none absolute inset-0 z-1 flex flex-col overflow-y-auto [container-type:size] writing:hidden">
      <div
        className={clsx(
          'flex flex-1 justify-center px-3 *:pointer-events-auto',
          // On low water it stands higher: its foot is above the faces.
          hasCircle ? 'items-start *:mt-[min(8px,28.88cqh-76px)]' : 'items-center pb-2',
        )}
      >
        <button
          type="button"
          aria-label={t('Play the video')}
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onClick={handOver(onPlay)}
          className={clsx(
            'grid flex-none place-items-center rounded-pill border transition-[scale] active:scale-97 motion-reduce:transition-none',
            // A drawing: larger text leaves it its place on the water.
            hasBellAhead || hasCircle
              ? 'button-clear size-[56px] bg-veil!'
              : 'button-lit size-[64px] @xl:size-20',
          )}
        >
          <Play aria-hidden className="ml-1 size-[28px] fill-current" strokeWidth={1.5} />
        </button>
      </div>
      <div
        style={{ minHeight: `${sceneHorizon * 100}%` }}
        className="order-first flex flex-none flex-col items-center justify-center gap-3 px-3 pt-3 *:pointer-events-auto"
      >
        {children}
      </div>
    </div>
  )
}
