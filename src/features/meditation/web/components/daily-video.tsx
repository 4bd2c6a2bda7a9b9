// Daily video: the day's video on the stage, whichever player shows it, a silence, or a live sitting.
import { clsx } from 'clsx'
import { useRef, useState, type ComponentType, type CSSProperties, type ReactNode, type Ref } from 'react'
import type { Block } from '#features/sittings/silence.ts'
import { loadsFromYoutube, parseMediaAddress, parseVideoAddress } from '#features/templates/media-address.ts'
import { t } from '#shared/i18n/t.ts'
import { pageCommunity } from '#web/community.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { PlayerGroup } from '#web/player/group/use-group-playback.ts'
import type { PlayerStage } from '#web/player/player-stage.ts'
import { SoundOnlyContext, useSoundOnlyChoice } from '#web/player/sound-only.ts'
import { Poster } from '#web/player/video-overlays.tsx'
import { VideoPlayer, type PlayerEvents } from '#web/player/video-player.tsx'
import { sceneHorizon } from '#web/ui/dawn-scene.tsx'
import { useStartOf } from '#web/use-start-of.ts'
import type { DailyMeditation } from '../../contract.ts'
import { videoFrameClass } from './stage.tsx'

const UnplayableVideo = lazyPart(async () => (await import('./unplayable-video.tsx')).UnplayableVideo)

/** On days with a video of YouTube. */
const YoutubeVideo = lazyPart(
  async () => (await import('#web/player/youtube/youtube-video.tsx')).YoutubeVideo,
  ({ scene, posterUrl, overlay }) => (
    <>
      {scene ?? <Poster url={posterUrl} />}
      {overlay}
    </>
  ),
)

export interface OwnSilenceProps extends PlayerEvents {
  blocks: readonly Block[]
  title: string
  /** An ending lies over it: it shows nothing, and its last bell sounds on. */
  isCovered: boolean
  /** A bell will begin it for everyone: to sit it alone is the second choice. */
  hasBellAhead: boolean
  /** Begins it, for a press under the ending. */
  ref: Ref<() => void>
}

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
  /** The bell has sounded: the picture of a live sitting may cover the words of the cover. */
  isPictureOver: boolean
}

/** What a live sitting shows. */
export interface LiveParts {
  /** While nothing lies over it. */
  stage: ReactNode
  /** The picture of its teacher, over the words of the stage, or below them. */
  picture: (isOver: boolean) => ReactNode
  /** Its sound may be heard alone. */
  hasSoundOnly: boolean
}

const alone: TogetherVideo = {
  cover: null,
  scene: null,
  group: null,
  startedAtMs: null,
  isMeditating: false,
  isPictureOver: false,
}

/** What an ending lies on, and what its buttons do. */
export interface EndingOptions {
  posterUrl: string | null
  /** The sitting's scene, which is there already, the sky of the moment, or the poster, darkened. */
  ground: 'scene' | 'sky' | 'poster'
  onClose: () => void
  /** Begins a silence; null for a video. */
  onSitAgain: (() => void) | null
}

interface DailyVideoProps extends Omit<PlayerEvents, 'onReplay'> {
  meditation: DailyMeditation
  /** Shown over the ended video, until its member plays it again or calls `onClose`: nothing else closes it. */
  ending: (options: EndingOptions) => ReactNode
  /** The sitting has ended: its ending is shown, whether or not the video played here. */
  isOver: boolean
  /** What is shown over the ended video is the member's day, under the sky of the moment. */
  isDayAfter: boolean
  /** Null unless a sitting is under way. */
  together: TogetherVideo | null
  /** Whether the live channel is connected. */
  isConnected: boolean
  /** A bell of the day is still to begin it for everyone. */
  hasBellAhead: boolean
  live: LiveParts
  /** Shows a silence that its member may sit alone. */
  OwnSilence: ComponentType<OwnSilenceProps>
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
  hasBellAhead,
  live,
  OwnSilence,
  ...events
}: Omit<DailyVideoProps, 'ref'>) {
  const { title, plays, duration } = meditation
  const sitAgain = useRef<() => void>(null)
  const isSilent = plays.kind === 'silence'
  const hasVideo = plays.kind === 'video'
  const posterUrl = parseMediaAddress(meditation.thumbnailUrl)
  const { cover, scene, group, startedAtMs, isMeditating } = together ?? alone
  const { hasEnded, close, playerEvents } = useEnding({ isOver, isMeditating }, events)
  const isEnding = hasEnded && !isMeditating
  const ground = scene ? 'scene' : isDayAfter || !hasVideo ? 'sky' : 'poster'
  const onSitAgain = isSilent ? () => sitAgain.current?.() : null
  const isInGroup = group !== null && !group.isOnOwn
  const stage: PlayerStage = cover !== null ? 'cover' : isEnding ? 'ending' : isInGroup ? 'group' : 'own'
  // An ending whose part hasn't loaded covers, too: false isn't null.
  const overlay =
    cover ?? (isEnding ? ending({ posterUrl, ground, onClose: close, onSitAgain }) || false : null)
  if (plays.kind === 'silence') {
    // In the sharing its last bell is the sitting's.
    const isAlone = together === null || stage === 'own'
    return (
      <SilenceFrame
        {...playerEvents}
        {...{ title, scene, overlay, isAlone, hasBellAhead, sitAgain, OwnSilence }}
        blocks={plays.blocks}
      />
    )
  }
  if (plays.kind === 'live') {
    const isOver = overlay === null || (together?.isPictureOver ?? false)
    return <LiveFrame {...{ title, scene, overlay, isOver, live }} />
  }
  const video = parseVideoAddress(plays.videoUrl)
  if (video === null) {
    return (
      <VideoFrame label={t('Video: {title}', { title })}>
        {scene ?? <Poster url={posterUrl} />}
        {overlay ?? <UnplayableVideo />}
      </VideoFrame>
    )
  }
  const content = { ...playerEvents, title, stage, scene, group, overlay, hasBellAhead }
  if (video.kind === 'youtube') {
    const { id, startSeconds } = video
    return (
      <VideoFrame label={t('Video: {title}', { title })}>
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
      audioUrl={parseMediaAddress(plays.audioUrl)}
      captionsUrl={parseMediaAddress(meditation.captionsUrl)}
      captionsLanguage={meditation.captionsLanguage ?? pageCommunity().language}
      resumeKey={`${meditation.date} ${video.url}`}
      className={framedClass}
      announcesLoading={!isMeditating}
    />
  )
}

/**
 * Whether the ending is shown: from the end on, until the member closes it or plays again. With a bell what ended before
 * it is over: who takes no seat in that sitting has no ending of it.
 */
function useEnding(
  { isOver, isMeditating }: { isOver: boolean; isMeditating: boolean },
  events: Omit<PlayerEvents, 'onReplay'>,
) {
  const [hasEnded, setEnded] = useState(isOver)
  const close = () => setEnded(false)
  useStartOf(isOver, () => setEnded(true))
  useStartOf(isMeditating, close)
  const onEnded = () => {
    setEnded(true)
    events.onEnded()
  }
  return { hasEnded, close, playerEvents: { ...events, onEnded, onReplay: close } }
}

interface SilenceFrameProps extends PlayerEvents {
  title: string
  blocks: readonly Block[]
  scene: ReactNode
  overlay: ReactNode
  /** The member may sit it alone. */
  isAlone: boolean
  hasBellAhead: boolean
  sitAgain: Ref<() => void>
  OwnSilence: ComponentType<OwnSilenceProps>
}

function SilenceFrame({ scene, overlay, isAlone, sitAgain, OwnSilence, ...silence }: SilenceFrameProps) {
  return (
    <VideoFrame label={t('Silence: {title}', { title: silence.title })}>
      {scene ?? <Poster url={null} hasWords />}
      {isAlone && <OwnSilence {...silence} ref={sitAgain} isCovered={overlay !== null} />}
      {overlay}
    </VideoFrame>
  )
}

interface LiveFrameProps {
  title: string
  scene: ReactNode
  overlay: ReactNode
  isOver: boolean
  live: LiveParts
}

function LiveFrame({ title, scene, overlay, isOver, live }: LiveFrameProps) {
  const soundOnly = useSoundOnlyChoice()
  return (
    <SoundOnlyContext value={live.hasSoundOnly ? soundOnly : null}>
      <VideoFrame label={t('Live: {title}', { title })}>
        {scene ?? <Poster url={null} hasWords />}
        {overlay ?? live.stage}
        {live.picture(isOver)}
      </VideoFrame>
    </SoundOnlyContext>
  )
}

const framedClass = 'absolute inset-0 rounded-[inherit]'

function VideoFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // Receives the focus when a focused child unmounts.
      tabIndex={-1}
      className={clsx('@container isolate overflow-hidden bg-frame outline-none', framedClass)}
    >
      {children}
    </section>
  )
}
