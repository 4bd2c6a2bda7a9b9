// Daily video: the day's video on the stage, whichever player shows it.
import { clsx } from 'clsx'
import { useState, type ReactNode, type Ref } from 'react'
import { parseMediaAddress, parseVideoAddress } from '#features/templates/media-address.ts'
import type { DailyMeditation } from '../contract.ts'
import { VideoPlayer, type PlayerEvents, type TogetherVideo } from './player/video-player.tsx'
import { Poster, VideoEnding, VideoErrorPanel } from './video-overlays.tsx'
import { videoFrameClass } from './stage.tsx'
import { YoutubeVideo } from './youtube/youtube-video.tsx'

interface DailyVideoProps extends PlayerEvents {
  meditation: DailyMeditation
  /** Shown over the ended video, until it plays again or `close` is called. */
  ending: (close: () => void) => ReactNode
  /** The sitting has ended: its ending is shown, whether or not the video played here. */
  isOver: boolean
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
    <div ref={ref} className={videoFrameClass}>
      <FramedVideo {...props} />
    </div>
  )
}

/** Fills the frame. */
function FramedVideo({
  meditation,
  ending,
  isOver,
  together,
  isConnected,
  ...playerEvents
}: Omit<DailyVideoProps, 'ref'>) {
  const { title, videoUrl, duration } = meditation
  const [hasEnded, setEnded] = useState(isOver)
  const [wasOver, setWasOver] = useState(isOver)
  if (isOver !== wasOver) {
    setWasOver(isOver)
    if (isOver) setEnded(true)
  }
  const events = {
    ...playerEvents,
    onEnded: () => {
      setEnded(true)
      playerEvents.onEnded()
    },
    onPlayingChange: (isPlaying: boolean) => {
      if (isPlaying) setEnded(false)
      playerEvents.onPlayingChange(isPlaying)
    },
  }
  const video = parseVideoAddress(videoUrl)
  const posterUrl = parseMediaAddress(meditation.thumbnailUrl)
  const endingPanel = hasEnded && !together?.isMeditating && (
    <VideoEnding posterUrl={posterUrl} isOnScene={together?.scene != null}>
      {ending(() => setEnded(false))}
    </VideoEnding>
  )
  if (video === null) {
    return (
      <VideoFrame title={title}>
        <Poster url={posterUrl} />
        <VideoErrorPanel title="This video can’t be shown">
          Its address can’t be played here. The room and the chat are still open.
        </VideoErrorPanel>
      </VideoFrame>
    )
  }
  if (video.kind === 'youtube') {
    const { id, startSeconds } = video
    return (
      <VideoFrame title={title}>
        <YoutubeVideo
          key={id}
          {...events}
          {...{ id, startSeconds, title, posterUrl, duration, together }}
          isEnded={Boolean(endingPanel)}
        />
        {endingPanel}
      </VideoFrame>
    )
  }
  return (
    <VideoPlayer
      key={video.url}
      title={title}
      videoUrl={video.url}
      day={meditation.date}
      isHls={video.kind === 'hls'}
      posterUrl={posterUrl}
      captionsUrl={parseMediaAddress(meditation.captionsUrl)}
      minutes={duration}
      className={framedClass}
      ending={endingPanel}
      together={together}
      isConnected={isConnected}
      {...events}
    />
  )
}

const framedClass = 'absolute inset-0 rounded-[inherit]'

function VideoFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={`Video: ${title}`}
      // Receives the focus when a focused child unmounts.
      tabIndex={-1}
      className={clsx('@container isolate overflow-hidden bg-frame outline-none', framedClass)}
    >
      {children}
    </section>
  )
}
