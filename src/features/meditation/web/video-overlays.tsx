// What covers the video while it doesn't play: its poster, the first play button, and the reason of an error.
import { useEffect, useRef, type ReactNode, useState } from 'react'
import { DawnScene } from '#web/ui/dawn-scene.tsx'
import { Play } from 'lucide-react'

interface VideoErrorPanelProps {
  title: string
  /** One sentence. */
  children: ReactNode
  /** Buttons and links. */
  actions?: ReactNode
}

/** Announced when it appears. Fills its container. */
export function VideoErrorPanel({ title, children, actions }: VideoErrorPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The focused element may be gone: the focus moves to the player.
    if (document.activeElement === document.body) panel.current?.closest('section')?.focus()
  }, [])
  return (
    <div
      ref={panel}
      role="alert"
      className="absolute inset-0 grid content-center justify-items-center gap-1.5 overflow-y-auto bg-[oklch(15%_0.04_290/0.78)] px-5 py-4 text-center text-[white] [backdrop-filter:blur(12px)] @xl:gap-2.5"
    >
      <h2 className="serif text-[1.25rem] @xl:text-section">{title}</h2>
      <p className="max-w-[44ch] text-[0.95rem] text-balance text-[oklch(100%_0_0/0.86)] @xl:text-body">
        {children}
      </p>
      {actions !== undefined && (
        // The same brightness in both themes, since the background is dark in both.
        <div className="mt-2 flex flex-wrap justify-center gap-3 *:border-transparent! *:bg-[oklch(100%_0_0/0.92)]! *:text-[oklch(25.5%_0.03_310)]! *:outline-[white] *:hover:bg-[white]! @xl:mt-3">
          {actions}
        </div>
      )}
    </div>
  )
}

const posterClass = 'pointer-events-none absolute inset-0 -z-1 size-full'

/** Fills its container, behind the other children. */
export function Poster({ url }: { url: string | null }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (url === null || url === failedUrl) return <DawnScene className={posterClass} />
  return (
    <img
      src={url}
      alt=""
      referrerPolicy="no-referrer"
      onError={() => setFailedUrl(url)}
      className={`${posterClass} object-cover`}
    />
  )
}

interface PlayButtonProps {
  onPress: () => void
  /** Called on signs that a press is coming. */
  onIntent?: () => void
}

export function PlayButton({ onPress, onIntent }: PlayButtonProps) {
  return (
    <button
      type="button"
      aria-label="Play the video"
      onPointerEnter={onIntent}
      onFocus={onIntent}
      onClick={(event) => {
        // The button unmounts: the focus moves to the player, so that its keys keep working.
        event.currentTarget.closest('section')?.focus()
        onPress()
      }}
      className="absolute inset-0 z-1 m-auto grid size-16 place-items-center rounded-pill bg-[oklch(100%_0_0/0.9)] text-[oklch(25.5%_0.03_310)] shadow-media transition-[scale] outline-offset-4 @xl:size-20 outline-[white] hover:scale-105 active:scale-97 motion-reduce:transition-none motion-reduce:hover:scale-100"
    >
      <Play aria-hidden className="ml-1 size-7 fill-current" strokeWidth={1.5} />
    </button>
  )
}
