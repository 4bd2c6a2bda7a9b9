// YouTube video: poster and play button; contacts YouTube only after a press (MED-10, SYNC-26).
import { useEffect, useState } from 'react'
import { t } from '#shared/i18n/t.ts'
import type { PlayerStage } from '#web/player/player-stage.ts'
import { Poster, VideoBeginning } from '#web/player/video-overlays.tsx'
import type { PlayerContent } from '#web/player/video-player.tsx'
import { useLazyImport } from '#web/use-lazy-import.ts'

const loadEmbed = async () => (await import('./youtube-embed.tsx')).YoutubeEmbed

interface YoutubeVideoProps extends PlayerContent {
  id: string
  startSeconds: number
  /** One sentence for a member whose video plays on YouTube only. */
  restrictedHint: string
}

/** YouTube's frame: none yet, at the member's own pace, with the group, or of a member who has left the group. */
type FrameKind = 'none' | 'own' | 'group' | 'left'

/** Fills its container. Its poster must not be YouTube's: that would contact YouTube, too. */
export function YoutubeVideo(props: YoutubeVideoProps) {
  const { posterUrl, stage, overlay, scene, hasBellAhead, onFirstPlay, onReplay, ...embedProps } = props
  const { group } = embedProps
  const [shown, setShown] = useState<FrameKind>('none')
  const frame = nextFrame(shown, group, stage)
  if (frame !== shown) setShown(frame)
  const [Embed, loadEmbedModule] = useLazyImport(loadEmbed)
  const play = () => {
    loadEmbedModule()
    setShown('own')
    onFirstPlay()
  }
  // A scene announces a group.
  const isGroupExpected = scene !== null || group !== null
  useEffect(() => {
    if (isGroupExpected) loadEmbedModule()
  }, [isGroupExpected, loadEmbedModule])
  const onPlayingChange = (isPlaying: boolean) => {
    // At the member's own pace only a press in YouTube's frame plays it again.
    if (isPlaying && stage === 'ending') onReplay()
    embedProps.onPlayingChange(isPlaying)
  }
  const hasFrame = frame !== 'none' && Embed !== null
  return (
    <>
      <div
        className="melting pointer-events-none absolute inset-0 z-1"
        data-melted={(hasFrame && overlay === null) || undefined}
      >
        {scene ?? <Poster url={posterUrl} />}
      </div>
      {hasFrame && (
        <Embed
          key={frame === 'own' ? 'own' : 'group'}
          {...embedProps}
          onPlayingChange={onPlayingChange}
          isHidden={stage === 'cover'}
        />
      )}
      {frame === 'none' && overlay === null && (
        <VideoBeginning
          onPlay={play}
          onIntent={loadEmbedModule}
          {...{ hasBellAhead }}
          hasCircle={scene !== null}
        >
          <p className="rounded-pill bg-veil px-4 py-1 text-center text-small text-[white]">
            {t('Playing loads the video from YouTube.')}
          </p>
        </VideoBeginning>
      )}
      {overlay}
    </>
  )
}

/**
 * A group loads its frame; who left the group keeps it, others lose it with the group. Without a group nothing plays under
 * a cover or an ending; the frame of a video that its member watched to the end stays.
 */
export function nextFrame(frame: FrameKind, group: PlayerContent['group'], stage: PlayerStage): FrameKind {
  if (group !== null) return group.isOnOwn ? 'left' : 'group'
  if (stage === 'cover' || (stage === 'ending' && frame === 'left')) return 'none'
  return frame === 'group' ? 'none' : frame
}
