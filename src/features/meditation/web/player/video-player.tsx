// Video player: the day's video with our own controls (MED-12). Its state is not shared (MED-34).
import './player.css'
import { clsx } from 'clsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { OpeningRosette } from '#web/ui/rosette.tsx'
import { Poster, VideoBeginning, VideoErrorPanel } from '../video-overlays.tsx'
import { PlayerBar } from './player-bar.tsx'
import { useCaptions, useTrackUrl } from './use-captions.ts'
import { usePlayerKeys, useHeldFor, useAutoHideControls, useTapToToggle } from './use-player-input.ts'
import { useResumePosition } from './use-resume-position.ts'
import { useVideoSource } from './use-video-source.ts'
import { playVideo } from './video-actions.ts'
import { useVideoState, type VideoState } from './video-state.ts'

/** Some browsers retry a lost segment forever and report nothing. */
const stuckAfterMs = 12_000

const secondsPerMinute = 60

/** Events of the player for the sitting. The functions may change with every render. */
export interface PlayerEvents {
  onFirstPlay: () => void
  onEnded: () => void
  onPlayingChange: (playing: boolean) => void
}

interface VideoPlayerProps extends PlayerEvents {
  title: string
  videoUrl: string
  isHls: boolean
  posterUrl: string | null
  captionsUrl: string | null
  /** The day on which the video plays: a reload resumes at that day's position. */
  day: string
  /** The length to show until the video's own is known. */
  minutes: number
  className?: string
  /** Shown on the picture before the first play. */
  beginning: ReactNode
  /** Covers the ended video; its controls are then hidden. */
  ending: ReactNode
}

/** Fills its container. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { title, videoUrl, day, isHls, posterUrl, captionsUrl, minutes, className } = props
  const { beginning, ending } = props
  const [player, setPlayer] = useState<HTMLElement | null>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const source = useVideoSource(video, videoUrl, isHls)
  const state = useVideoState(video)
  const hasFailed = state.failed || source.failed
  const isStuck = useHeldFor(state.waiting, stuckAfterMs)
  const isPlayable = !hasFailed && !isStuck
  const trackUrl = useTrackUrl(captionsUrl)
  const { isHidden, hideNow } = useAutoHideControls(player, state.playing)
  const captions = useCaptions(video, !isHidden)
  usePlayerKeys({ player, video, toggleCaptions: trackUrl === undefined ? null : captions.toggle })
  useTapToToggle({ video, isHidden, hideNow })
  useResumePosition(video, day, videoUrl)
  usePlayerEvents(video, state, props)

  return (
    <section
      ref={setPlayer}
      aria-label={`Video: ${title}`}
      // A press on the video moves the focus here, so that the keys work.
      tabIndex={-1}
      className={clsx(
        '@container isolate overflow-hidden outline-none [&:fullscreen]:rounded-none [&:fullscreen_video]:object-contain',
        state.hasStarted ? 'bg-[oklch(15%_0.04_290)]' : 'bg-sunken',
        isHidden && 'cursor-none',
        className,
      )}
    >
      <video
        ref={setVideo}
        src={source.src}
        playsInline
        preload="metadata"
        className="player-video absolute inset-0 size-full object-cover"
      >
        <track kind="captions" src={trackUrl} srcLang="en" label="English" />
      </video>
      {!state.hasStarted && <Poster url={posterUrl} />}
      {video && isPlayable && !state.hasStarted && (
        <VideoBeginning onPlay={() => playVideo(video)} minutes={minutes}>
          {beginning}
        </VideoBeginning>
      )}
      {video && isPlayable && state.hasStarted && <LoadingStatus isWaiting={state.waiting} />}
      {!isPlayable && (
        <PlaybackError
          hasFailed={hasFailed}
          hasProgress={state.seconds > 0}
          onRetry={() => source.reload(state.seconds)}
        />
      )}
      {player && video && isPlayable && state.hasStarted && !ending && (
        <PlayerBar
          player={player}
          video={video}
          state={state}
          expectedSeconds={minutes * secondsPerMinute}
          captions={trackUrl === undefined ? null : captions}
          hidden={isHidden}
        />
      )}
      {isPlayable && ending}
    </section>
  )
}

interface PlaybackErrorProps {
  /** If false, loading only takes too long. */
  hasFailed: boolean
  hasProgress: boolean
  onRetry: () => void
}

function PlaybackError({ hasFailed, hasProgress, onRetry }: PlaybackErrorProps) {
  const reason = navigator.onLine
    ? 'Its file is missing, or the connection was lost.'
    : 'You seem to be offline.'
  return (
    <VideoErrorPanel
      title={hasFailed ? "The video can't be played right now." : 'The video is taking a while to load.'}
      actions={
        <Button
          onClick={(event) => {
            // The button unmounts; the focus moves to the player, so that its keys keep working.
            event.currentTarget.closest('section')?.focus()
            onRetry()
          }}
        >
          Try again
        </Button>
      }
    >
      {hasFailed ? reason : 'It will continue when the connection is back.'}
      {hasProgress && ' Your place is saved.'}
    </VideoErrorPanel>
  )
}

/** Always mounted, so that screen readers announce its text. */
function LoadingStatus({ isWaiting }: { isWaiting: boolean }) {
  return (
    <div role="status" className="pointer-events-none absolute inset-0 grid place-items-center text-[white]">
      {isWaiting && (
        <>
          <OpeningRosette size={64} />
          <span className="sr-only">Loading the video</span>
        </>
      )}
    </div>
  )
}

function usePlayerEvents(video: HTMLVideoElement | null, state: VideoState, events: PlayerEvents): void {
  const latestEvents = useRef(events)
  useEffect(() => {
    latestEvents.current = events
  })
  const { hasStarted, playing } = state
  useEffect(() => {
    if (hasStarted) latestEvents.current.onFirstPlay()
  }, [hasStarted])
  useEffect(() => {
    latestEvents.current.onPlayingChange(playing)
  }, [playing])
  useEffect(() => {
    if (!video) return
    const onEnded = () => latestEvents.current.onEnded()
    video.addEventListener('ended', onEnded)
    return () => video.removeEventListener('ended', onEnded)
  }, [video])
}
