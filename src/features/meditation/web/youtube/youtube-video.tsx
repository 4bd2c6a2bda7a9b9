// YouTube video: poster and play button; contacts YouTube only after the press (MED-10).
import { useState } from 'react'
import { loadsFromYoutube } from '#features/templates/media-address.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { PlayButton, Poster } from '../video-overlays.tsx'
import type { PlayerEvents } from '../player/video-player.tsx'

const loadEmbed = async () => (await import('./youtube-embed.tsx')).YoutubeEmbed

interface YoutubeVideoProps extends PlayerEvents {
  id: string
  startSeconds: number
  title: string
  posterUrl: string | null
}

/** Fills its container. */
export function YoutubeVideo({ posterUrl, onFirstPlay, ...embedProps }: YoutubeVideoProps) {
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
        <>
          <PlayButton onPress={play} onIntent={loadEmbedModule} />
          <p className="absolute inset-x-4 bottom-3 mx-auto w-fit rounded-pill bg-[oklch(15%_0.04_290/0.72)] px-4 py-1.5 text-center text-small text-[white] @xl:bottom-5">
            Playing loads the video from YouTube.
          </p>
        </>
      )}
    </>
  )
}
