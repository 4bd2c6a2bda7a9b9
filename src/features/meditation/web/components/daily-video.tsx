// Daily video: the day's video on the stage, whichever player shows it.
import { clsx } from 'clsx'
import { useState, type CSSProperties, type ReactNode, type Ref } from 'react'
import { loadsFromYoutube, parseMediaAddress, parseVideoAddress } from '#features/templates/media-address.ts'
import { t } from '#shared/i18n/t.ts'
import { pageCommunity } from '#web/community.ts'
import type { PlayerGroup } from '#web/player/group/use-group-playback.ts'
import type { PlayerStage } from '#web/player/player-stage.ts'
import { Poster, VideoErrorPanel } from '#web/player/video-overlays.tsx'
import { VideoPlayer, type PlayerEvents } from '#web/player/video-player.tsx'
import { YoutubeVideo } from '#web/player/youtube/youtube-video.tsx'
import { sceneHorizon } from '#web/ui/dawn-scene.tsx'
import type { DailyMeditation } from '../../contract.ts'
import { videoFrameClass } from './stage.tsx'
import { VideoEnding } from './video-ending.tsx'

/** How a sitting that starts together shows its video. */
export interface TogetherVideo {
  /** Covers the stage, over the paused video; null for the video itself. */
  cover: ReactNode
  /** The scene below the cover, in place of the video's poster; it melts into the video. */
  scene: ReactNode
  /** Null before the member takes their seat, in the silence, and in the sharing. */
  group: PlayerGroup | null
  /** When the group's video started, if a press on the cover joins it now; in epoch milliseconds of the room clock. */
  startedAtMs: number | null
  /** Everyone sits: nothing of the player speaks (PHASE-11). */
  isMeditating: boolean
}

const alone: TogetherVideo = {
  cover: null,
  scene: null,
  group: null,
  startedAtMs: null,
  isMeditating: false,
}

interface DailyVideoProps extends Omit<PlayerEvents, 'onReplay'> {
  meditation: DailyMeditation
  /** Shown over the ended video, until its member plays it again or calls `close`: nothing else closes it. */
  ending: (close: () => void) => ReactNode
  /** The sitting has ended: its ending is shown, whether or not the video played here. */
  isOver: boolean
  /** What is shown over the ended video is the member's day, under the sky of the moment. */
  isDayAfter: boolean
  /** Null unless a sitting is under way. */
  together: TogetherVideo | null
  /** Whether the live channel is connected. */
  isConnected: boolean
  /** The place of the video in the page. */
  ref: Ref<HTMLDivElement>
}

/** A URL that isn't allowed reaches neither a frame nor a player (T29). */
export function DailyVideo({ ref, ...props }: DailyVideoProps) {
  return (
    // The scrims behind its words end at the horizon.
    <div
      ref={ref}
      className={videoFrameClass}
      style={{ '--horizon': `${sceneHorizon * 100}%` } as CSSProperties}
    >
      <FramedVideo {...props} />
    </div>
  )
}

/** Fills the frame. */
function FramedVideo({
  meditation,
  ending,
  isOver,
  isDayAfter,
  together,
  isConnected,
  ...events
}: Omit<DailyVideoProps, 'ref'>) {
  const { title, plays, duration } = meditation
  const [hasEnded, setEnded] = useState(isOver)
  const [wasOver, setWasOver] = useState(isOver)
  if (isOver !== wasOver) {
    setWasOver(isOver)
    if (isOver) setEnded(true)
  }
  const playerEvents = {
    ...events,
    onEnded: () => {
      setEnded(true)
      events.onEnded()
    },
    onReplay: () => setEnded(false),
  }
  const video = plays.kind === 'video' ? parseVideoAddress(plays.videoUrl) : null
  const posterUrl = parseMediaAddress(meditation.thumbnailUrl)
  const { cover, scene, group, startedAtMs, isMeditating } = together ?? alone
  const endingPanel = hasEnded && !isMeditating && (
    <VideoEnding posterUrl={posterUrl} ground={scene ? 'scene' : isDayAfter ? 'sky' : 'poster'}>
      {ending(() => setEnded(false))}
    </VideoEnding>
  )
  const isInGroup = group !== null && !group.isOnOwn
  const stage: PlayerStage = cover !== null ? 'cover' : endingPanel ? 'ending' : isInGroup ? 'group' : 'own'
  const overlay = cover ?? (endingPanel || null)
  if (video === null) {
    return (
      <VideoFrame title={title}>
        {scene ?? <Poster url={posterUrl} />}
        {overlay ?? (
          <VideoErrorPanel title={t('This video can’t be shown')}>
            {t('Its address can’t be played here. The room and the chat are still open.')}
          </VideoErrorPanel>
        )}
      </VideoFrame>
    )
  }
  const content = {
    ...playerEvents,
    title,
    stage,
    scene,
    group,
    overlay,
  }
  if (video.kind === 'youtube') {
    const { id, startSeconds } = video
    return (
      <VideoFrame title={title}>
        <YoutubeVideo
          key={id}
          {...content}
          {...{ id, startSeconds }}
          // YouTube's thumbnails would contact YouTube, too.
          posterUrl={posterUrl !== null && loadsFromYoutube(posterUrl) ? null : posterUrl}
          restrictedHint={t('The room and the chat are still open here.')}
        />
      </VideoFrame>
    )
  }
  return (
    <VideoPlayer
      key={video.url}
      {...content}
      {...{ posterUrl, startedAtMs, isConnected }}
      minutes={duration}
      picture={{ url: video.url, isHls: video.kind === 'hls' }}
      audioUrl={plays.kind === 'video' ? parseMediaAddress(plays.audioUrl) : null}
      captionsUrl={parseMediaAddress(meditation.captionsUrl)}
      captionsLanguage={meditation.captionsLanguage ?? pageCommunity().language}
      resumeKey={`${meditation.date} ${video.url}`}
      className={framedClass}
      announcesLoading={!isMeditating}
    />
  )
}

const framedClass = 'absolute inset-0 rounded-[inherit]'

function VideoFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={t('Video: {title}', { title })}
      // Receives the focus when a focused child unmounts.
      tabIndex={-1}
      className={clsx('@container isolate overflow-hidden bg-frame outline-none', framedClass)}
    >
      {children}
    </section>
  )
}
