// Daily video: the day's video on the stage, whichever player shows it.
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { parseMediaAddress, parseVideoAddress } from '#features/templates/media-address.ts'
import type { DailyMeditation } from '../contract.ts'
import { VideoPlayer, type PlayerEvents } from './player/video-player.tsx'
import { Poster, VideoErrorPanel } from './video-overlays.tsx'
import { videoFrameClass } from './stage.tsx'
import { YoutubeVideo } from './youtube/youtube-video.tsx'

interface DailyVideoProps extends PlayerEvents {
  meditation: DailyMeditation
}

const secondsPerMinute = 60

/** A URL that isn't allowed reaches neither a frame nor a player (T29). */
export function DailyVideo({ meditation, ...events }: DailyVideoProps) {
  const { title, videoUrl, duration } = meditation
  const video = parseVideoAddress(videoUrl)
  const posterUrl = parseMediaAddress(meditation.thumbnailUrl)
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
        <YoutubeVideo key={id} {...events} {...{ id, startSeconds, title, posterUrl }} />
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
      expectedSeconds={duration * secondsPerMinute}
      className={videoFrameClass}
      {...events}
    />
  )
}

function VideoFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={`Video: ${title}`}
      // Receives the focus when a focused child unmounts.
      tabIndex={-1}
      className={clsx(
        '@container isolate overflow-hidden bg-[oklch(15%_0.04_290)] outline-none',
        videoFrameClass,
      )}
    >
      {children}
    </section>
  )
}
