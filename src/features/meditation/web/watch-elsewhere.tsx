// A video that another service plays: its poster, and a button that opens it there.
import { ExternalLink } from 'lucide-react'
import { clsx } from 'clsx'
import { buttonLook } from '#web/ui/button.tsx'
import { DawnScene } from '#web/ui/dawn-scene.tsx'

interface WatchElsewhereProps {
  videoUrl: string
  posterUrl: string | null
  onFirstPlay: () => void
  className?: string
}

/** Fills the box that it is given. */
export function WatchElsewhere({ videoUrl, posterUrl, onFirstPlay, className }: WatchElsewhereProps) {
  return (
    <div className={clsx('isolate grid place-items-center overflow-hidden bg-sunken', className)}>
      {posterUrl === null ? (
        <DawnScene className="absolute inset-0 -z-1 size-full" />
      ) : (
        <img src={posterUrl} alt="" className="absolute inset-0 -z-1 size-full object-cover" />
      )}
      <a
        href={videoUrl}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onFirstPlay}
        className={clsx(buttonLook({ variant: 'ghost', size: 'lg' }), 'shadow-media')}
      >
        <ExternalLink aria-hidden className="size-5" strokeWidth={1.8} />
        Watch on YouTube
        <span className="sr-only"> (opens a new tab)</span>
      </a>
    </div>
  )
}
