// YouTube video: poster and play button; contacts YouTube only after a press (MED-10, SYNC-26).
import { useEffect, useState } from 'react'
import { loadsFromYoutube } from '#features/templates/media-address.ts'
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
  /** The video has ended here, and its ending is shown. */
  isEnded: boolean
  /** Null unless a sitting is under way. */
  together: TogetherVideo | null
}

/** YouTube's frame: none yet, at the member's own pace, with the group, or of a member who has left the group. */
type FrameKind = 'none' | 'own' | 'group' | 'left'

/** Fills its container. */
export function YoutubeVideo(props: YoutubeVideoProps) {
  const { posterUrl, duration, isEnded, onFirstPlay, together, ...embedProps } = props
  const cover = together?.cover ?? null
  const group = together?.group ?? null
  const [shown, setShown] = useState<FrameKind>('none')
  const frame = nextFrame(shown, group, cover !== null)
  if (frame !== shown) setShown(frame)
  const [Embed, loadEmbedModule] = useLazyImport(loadEmbed)
  // YouTube's thumbnails would contact YouTube too.
  const ownPoster = posterUrl === null || loadsFromYoutube(posterUrl) ? null : posterUrl
  const play = () => {
    loadEmbedModule()
    setShown('own')
    onFirstPlay()
  }
  const isTogether = together !== null
  useEffect(() => {
    if (isTogether) loadEmbedModule()
  }, [isTogether, loadEmbedModule])
  const hasFrame = frame !== 'none' && Embed !== null
  return (
    <>
      <div
        className="melting pointer-events-none absolute inset-0 z-1"
        data-melted={(hasFrame && cover === null && !isEnded) || undefined}
      >
        {together?.scene ?? <Poster url={ownPoster} />}
      </div>
      {hasFrame && (
        <Embed
          key={frame === 'own' ? 'own' : 'group'}
          {...embedProps}
          group={group}
          isHidden={cover !== null}
        />
      )}
      {cover}
      {frame === 'none' && cover === null && !isEnded && (
        <VideoBeginning onPlay={play} onIntent={loadEmbedModule} minutes={duration}>
          <p className="rounded-pill bg-veil px-4 py-1 text-center text-small text-[white]">
            Playing loads the video from YouTube.
          </p>
        </VideoBeginning>
      )}
    </>
  )
}

/** A seat loads the group's frame; who left the group keeps it, others lose it with the group. */
function nextFrame(frame: FrameKind, group: TogetherVideo['group'], isCovered: boolean): FrameKind {
  if (group !== null) return group.isOnOwn ? 'left' : 'group'
  if (frame === 'own' && isCovered) return 'none'
  return frame === 'group' ? 'none' : frame
}
