// Overlays of a video that hasn't started: its poster, and the first play button.
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

/** Fills its container, behind the children after it. */
export function Poster({ url }: { url: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (url === null || url === failedUrl) return <PosterScene />
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

function PosterScene() {
  return <DawnScene sky={useSky()} className={posterClass} />
}

interface VideoBeginningProps {
  onPlay: () => void
  /** Called on signs that a press of the play button is coming. */
  onIntent?: () => void
  /** A hint below the play button. */
  children?: ReactNode
}

/** Over the poster of a video that hasn't started: the play button on the water, `children` in the sky. Fills its container. */
export function VideoBeginning({ onPlay, onIntent, children }: VideoBeginningProps) {
  return (
    <div className="pointer-events-none absolute inset-0 z-1 flex flex-col overflow-y-auto writing:hidden">
      <div className="flex flex-1 items-center justify-center px-3 pb-2 *:pointer-events-auto">
        <PlayButton onPress={onPlay} onIntent={onIntent} />
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

interface PlayButtonProps {
  onPress: () => void
  onIntent?: (() => void) | undefined
}

function PlayButton({ onPress, onIntent }: PlayButtonProps) {
  return (
    <button
      type="button"
      aria-label={t('Play the video')}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={handOver(onPress)}
      className="button-lit grid size-16 flex-none place-items-center rounded-pill border transition-[scale] @xl:size-20 hover:scale-105 active:scale-97 motion-reduce:transition-none motion-reduce:hover:scale-100"
    >
      <Play aria-hidden className="ml-1 size-7 fill-current" strokeWidth={1.5} />
    </button>
  )
}
