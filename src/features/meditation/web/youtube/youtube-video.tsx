// YouTube video: poster and play button; contacts YouTube only after the press (MED-10).
import { useState, type ReactNode } from 'react'
import { loadsFromYoutube } from '#features/templates/media-address.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { Poster, VideoBeginning } from '../video-overlays.tsx'
import type { PlayerEvents } from '../player/video-player.tsx'

const loadEmbed = async () => (await import('./youtube-embed.tsx')).YoutubeEmbed

interface YoutubeVideoProps extends PlayerEvents {
  id: string
  startSeconds: number
  title: string
  posterUrl: string | null
  /** Minutes. */
  duration: number
  /** Shown on the picture before the first play. */
  beginning: ReactNode
}

/** Fills its container. */
export function YoutubeVideo(props: YoutubeVideoProps) {
  const { posterUrl, duration, beginning, onFirstPlay, ...embedProps } = props
  const [hasPressedPlay, setHasPressedPlay] = useState(false)
  const [Embed, loadEmbedModule] = useLazyImport(loadEmbed)
  // YouTube's thumbnails would contact YouTube too.
  const ownPoster = posterUrl === null || loadsFromYoutube(posterUrl) ? null : posterUrl
  const play = () => {
    loadEmbedModule()
    setHasPressedPlay(true)
    onFirstPlay()
  }
  return (
    <>
      <Poster url={ownPoster} />
      {hasPressedPlay && Embed ? (
        <Embed {...embedProps} />
      ) : (
        <VideoBeginning onPlay={play} onIntent={loadEmbedModule} minutes={duration}>
          {beginning}
          <p className="rounded-pill bg-[oklch(15%_0.04_290/0.72)] px-4 py-1 text-center text-small text-[white]">
            Playing loads the video from YouTube.
          </p>
        </VideoBeginning>
      )}
    </>
  )
}
