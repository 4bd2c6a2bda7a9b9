// YouTube video: poster and play button; contacts YouTube only after the press (MED-10).
import { useEffect, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import { loadsFromYoutube } from '#features/templates/media-address.ts'
import { serverNow } from '#web/server-clock.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { Poster, VideoBeginning } from '../video-overlays.tsx'
import type { PlayerEvents, TogetherVideo } from '../player/video-player.tsx'

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
  /** Null unless a sitting is under way. */
  together: TogetherVideo | null
}

/** Fills its container. */
export function YoutubeVideo(props: YoutubeVideoProps) {
  const { posterUrl, duration, beginning, onFirstPlay, together, ...embedProps } = props
  const cover = together?.cover ?? null
  const playsSinceMs = together?.playsSinceMs ?? null
  const [hasPressedPlay, setHasPressedPlay] = useState(false)
  const [Embed, loadEmbedModule] = useLazyImport(loadEmbed)
  // YouTube's thumbnails would contact YouTube too.
  const ownPoster = posterUrl === null || loadsFromYoutube(posterUrl) ? null : posterUrl
  const play = () => {
    loadEmbedModule()
    setHasPressedPlay(true)
    onFirstPlay()
  }
  useEffect(() => {
    if (together?.isPrepared) loadEmbedModule()
  }, [together?.isPrepared, loadEmbedModule])
  if (cover !== null) {
    return (
      <>
        <Poster url={ownPoster} />
        {cover}
      </>
    )
  }
  if (playsSinceMs !== null) {
    return Embed && <GroupEmbed Embed={Embed} {...embedProps} playsSinceMs={playsSinceMs} />
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

type EmbedProps = ComponentProps<Awaited<ReturnType<typeof loadEmbed>>>

/** Starts at the second that the group is at. */
function GroupEmbed({
  Embed,
  playsSinceMs,
  ...props
}: Omit<EmbedProps, 'startSeconds'> & { Embed: ComponentType<EmbedProps>; playsSinceMs: number }) {
  const [startSeconds] = useState(() => Math.max(0, Math.round((serverNow() - playsSinceMs) / 1_000)))
  return <Embed {...props} startSeconds={startSeconds} />
}
