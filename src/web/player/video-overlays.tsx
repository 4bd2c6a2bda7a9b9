// Overlays of a video that doesn't play: its poster, the first play button, and the reason of an error.
import { Play } from 'lucide-react'
import { useEffect, useRef, type MouseEvent, type ReactNode, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import { DawnScene, sceneHorizon } from '#web/ui/dawn-scene.tsx'
import { useSky } from '#web/ui/use-sky.ts'

interface VideoErrorPanelProps {
  title: string
  /** One sentence. */
  children: ReactNode
  /** Buttons and links. */
  actions?: ReactNode
}

/** Announced when it appears. Fills its container. */
export function VideoErrorPanel({ title, children, actions }: VideoErrorPanelProps) {
  const panel = usePlayerFocus()
  return (
    <div
      ref={panel}
      role="alert"
      className="absolute inset-0 grid content-center justify-items-center gap-1.5 overflow-y-auto bg-veil-strong px-5 py-4 text-center text-[white] [backdrop-filter:blur(12px)] @xl:gap-2.5"
    >
      <h2 className="serif text-section">{title}</h2>
      <p className="max-w-[44ch] text-[0.95rem] text-balance text-[oklch(100%_0_0/0.86)] @xl:text-body">
        {children}
      </p>
      {actions !== undefined && (
        <div className="mt-2 flex flex-wrap justify-center gap-3 *:button-lit! @xl:mt-3">{actions}</div>
      )}
    </div>
  )
}

/** For a panel over the player, whose focused control may be gone: the focus moves to the player, for its keys. */
export function usePlayerFocus() {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) panel.current?.closest('section')?.focus()
  }, [])
  return panel
}

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

/** Darkens what is below it, with `children` in a column, closer together where it is low. */
export function Veil({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-0 bg-veil text-[white] [container-type:size]">
      <div className="flex size-full flex-col items-center justify-center-safe gap-2.5 overflow-y-auto p-4 text-center @xl:gap-4 shallow:gap-2 shallow:p-2">
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
