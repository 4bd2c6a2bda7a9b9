// The group's video in a hall: our own player or YouTube's, which loads after the press alone.
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { HallContent } from '#features/halls/web/use-hall.ts'
import type { PagePhase } from '#features/sittings/web/hooks/use-phase.ts'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import { t } from '#shared/i18n/t.ts'
import { pageCommunity } from '#web/community.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { PlayerGroup } from '#web/player/group/use-group-playback.ts'
import { VideoPlayer, type PlayerEvents } from '#web/player/video-player.tsx'
import { useOnline } from '#web/use-online.ts'

const YoutubeVideo = lazyPart(
  async () => (await import('#web/player/youtube/youtube-video.tsx')).YoutubeVideo,
  ({ scene, overlay }) => (
    <>
      {scene}
      {overlay}
    </>
  ),
)

interface HallVideoProps {
  hall: HallContent
  phase: PagePhase
  isBegun: boolean
  isPlaying: boolean
  onVideoOver: () => void
  scene: ReactNode
  words: ReactNode
}

const nothing = () => {}
const noEvents: PlayerEvents = {
  onFirstPlay: nothing,
  onEnded: nothing,
  onPlayingChange: nothing,
  onReplay: nothing,
}

export function HallVideo(props: HallVideoProps) {
  const { hall, phase, isBegun, isPlaying, onVideoOver, scene, words } = props
  const { title, sitting, videoUrl } = hall
  const isOnline = useOnline()
  const isAhead = phase.phase !== 'open' || phase.isAhead
  const isWithGroup = isBegun && isAhead && !phase.isSilence && phase.phase !== 'sharing'
  const group = useMemo<PlayerGroup | null>(
    () =>
      isWithGroup
        ? {
            title,
            audience: '',
            startsAtMs: sitting.videoAt,
            mediaSeconds: sitting.mediaSeconds,
            bellAtMs: sitting.sharingAt,
            keepsTempo: sitting.keepsTempo,
            isOnOwn: false,
            setOnOwn: nothing,
            afterwardsLabel: null,
            onOver: onVideoOver,
            actionsContainer: null,
          }
        : null,
    [isWithGroup, title, sitting, onVideoOver],
  )
  const video = parseVideoAddress(videoUrl)
  const isJoinable = !isBegun && phase.phase === 'meditation' && !phase.isSilence
  const content = {
    ...noEvents,
    title,
    scene,
    group,
    posterUrl: null,
    stage: isPlaying ? ('group' as const) : ('cover' as const),
    overlay: isPlaying ? null : words,
  }
  if (video === null || video.kind === 'youtube')
    return (
      <section aria-label={title} tabIndex={-1} className="hall-stage @container">
        {video === null ? (
          <>
            {scene}
            {words}
          </>
        ) : (
          <YoutubeVideo
            key={video.id}
            {...content}
            id={video.id}
            startSeconds={video.startSeconds}
            restrictedHint={t('The bell still rings here.')}
          />
        )}
      </section>
    )
  return (
    <VideoPlayer
      key={video.url}
      {...content}
      minutes={Math.round(sitting.mediaSeconds / 60)}
      picture={{ url: video.url, isHls: video.kind === 'hls' }}
      audioUrl={null}
      isPictureOnly
      captionsUrl={null}
      captionsLanguage={pageCommunity().language}
      resumeKey=""
      className="hall-stage"
      startedAtMs={isJoinable ? sitting.videoAt : null}
      announcesLoading={false}
      isConnected={isOnline}
    />
  )
}
