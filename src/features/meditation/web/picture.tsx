// The day's video on the stage: whoever plays it, in the same place.
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { mediaUrlOf, videoOf } from '#features/templates/media-address.ts'
import type { DailyMeditation } from '../contract.ts'
import { VideoPlayer, type PlayerEvents } from './player/video-player.tsx'
import { Poster } from './poster.tsx'
import { pictureLook } from './stage.tsx'
import { VideoPanel } from './video-panel.tsx'
import { YoutubeVideo } from './youtube/youtube-video.tsx'

interface PictureProps extends PlayerEvents {
  meditation: DailyMeditation
}

const secondsPerMinute = 60

/** An address that may not be played is put nowhere: neither into a frame nor into a player (T29). */
export function Picture({ meditation, ...events }: PictureProps) {
  const { title, videoUrl, duration } = meditation
  const video = videoOf(videoUrl)
  const posterUrl = mediaUrlOf(meditation.thumbnailUrl)
  if (video === null) {
    return (
      <Frame title={title}>
        <Poster url={posterUrl} />
        <VideoPanel title="This video can’t be shown">
          It isn’t at an address that can be played here. The room and the chat are open all the same.
        </VideoPanel>
      </Frame>
    )
  }
  if (video.kind === 'youtube') {
    const { id, startSeconds } = video
    return (
      <Frame title={title}>
        <YoutubeVideo key={id} {...events} {...{ id, startSeconds, title, posterUrl }} />
      </Frame>
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
      captionsUrl={mediaUrlOf(meditation.captionsUrl)}
      expectedSeconds={duration * secondsPerMinute}
      className={pictureLook}
      {...events}
    />
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      aria-label={`Video: ${title}`}
      // Takes the focus of what goes away in it.
      tabIndex={-1}
      className={clsx(
        '@container isolate overflow-hidden bg-[oklch(15%_0.04_290)] outline-none',
        pictureLook,
      )}
    >
      {children}
    </section>
  )
}
