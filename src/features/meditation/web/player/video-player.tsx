// The native player: the day's video with controls of our own (MED-12). Nothing of it is shared (MED-34).
import { Play } from 'lucide-react'
import { clsx } from 'clsx'
import { memo, useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { DawnScene } from '#web/ui/dawn-scene.tsx'
import { OpeningRosette } from '#web/ui/rosette.tsx'
import './player.css'
import { PlayerBar } from './player-bar.tsx'
import { useCaptions } from './use-captions.ts'
import { usePlayerKeys } from './use-player-keys.ts'
import { usePlayerPresses } from './use-player-presses.ts'
import { usePlayerRest } from './use-player-rest.ts'
import { retry, togglePlay } from './video-actions.ts'
import { useVideoState, type VideoState } from './video-state.ts'

/** What a sitting wants to know of the player. The functions may change with every render. */
export interface PlayerEvents {
  onFirstPlay: () => void
  onEnded: () => void
  onPlayingChange: (playing: boolean) => void
}

interface VideoPlayerProps extends PlayerEvents {
  title: string
  videoUrl: string
  posterUrl: string | null
  captionsUrl: string | null
  /** The length to show until the video's own is known. */
  expectedSeconds: number
  className?: string
}

/** Fills the box that it is given. */
export const VideoPlayer = memo(function VideoPlayer(props: VideoPlayerProps) {
  const { title, videoUrl, posterUrl, captionsUrl, expectedSeconds, className } = props
  const [player, setPlayer] = useState<HTMLElement | null>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const state = useVideoState(video)
  const { resting, restNow } = usePlayerRest(player, state.playing)
  const captions = useCaptions(video, !resting)
  usePlayerKeys({ player, video, toggleCaptions: captionsUrl === null ? null : captions.toggle })
  usePlayerPresses({ video, resting, restNow })
  usePlayerEvents(video, state, props)

  return (
    <section
      ref={setPlayer}
      aria-label={`Video: ${title}`}
      // A press on the picture leaves the focus here, so that the keys are heard.
      tabIndex={-1}
      className={clsx(
        '@container isolate overflow-hidden outline-none [&:fullscreen]:rounded-none [&:fullscreen_video]:object-contain',
        state.begun ? 'bg-[oklch(15%_0.04_290)]' : 'bg-sunken',
        resting && 'cursor-none',
        className,
      )}
    >
      <video
        ref={setVideo}
        src={videoUrl}
        poster={posterUrl ?? undefined}
        playsInline
        preload="metadata"
        className="player-video absolute inset-0 size-full object-cover"
      >
        <track kind="captions" src={captionsUrl ?? undefined} srcLang="en" label="English" />
      </video>
      {posterUrl === null && !state.begun && (
        <DawnScene className="pointer-events-none absolute inset-0 size-full" />
      )}
      {video && <Overlay video={video} state={state} />}
      {player && video && !state.failed && (
        <PlayerBar
          player={player}
          video={video}
          state={state}
          expectedSeconds={expectedSeconds}
          captions={captionsUrl === null ? null : captions}
          hidden={resting}
        />
      )}
    </section>
  )
})

/** In the middle of the picture: the first play, waiting, or that it can't be played. */
function Overlay({ video, state }: { video: HTMLVideoElement; state: VideoState }) {
  if (state.failed) {
    return (
      <div
        role="alert"
        className="absolute inset-0 grid content-center justify-items-center gap-4 bg-[oklch(15%_0.04_290/0.8)] px-6 text-center text-[white]"
      >
        <p className="serif text-section">The video can't be played right now.</p>
        <Button onClick={() => retry(video)}>Try again</Button>
      </div>
    )
  }
  if (!state.begun) {
    return (
      <button
        type="button"
        aria-label="Play the video"
        onClick={() => {
          // The button goes away; the keys go on being heard.
          video.closest('section')?.focus()
          togglePlay(video)
        }}
        className="absolute inset-0 z-1 m-auto grid size-16 place-items-center rounded-pill bg-[oklch(100%_0_0/0.9)] text-[oklch(25.5%_0.03_310)] shadow-media transition-[scale] outline-offset-4 @xl:size-20 outline-[white] hover:scale-105 active:scale-97 motion-reduce:transition-none motion-reduce:hover:scale-100"
      >
        <Play aria-hidden className="ml-1 size-7 fill-current" strokeWidth={1.5} />
      </button>
    )
  }
  // Always there, so that its words are read out when they come.
  return (
    <div role="status" className="pointer-events-none absolute inset-0 grid place-items-center text-[white]">
      {state.waiting && (
        <>
          <OpeningRosette size={64} />
          <span className="sr-only">Loading the video</span>
        </>
      )}
    </div>
  )
}

function usePlayerEvents(video: HTMLVideoElement | null, state: VideoState, events: PlayerEvents): void {
  const latest = useRef(events)
  useEffect(() => {
    latest.current = events
  })
  const { begun, playing } = state
  useEffect(() => {
    if (begun) latest.current.onFirstPlay()
  }, [begun])
  useEffect(() => {
    latest.current.onPlayingChange(playing)
  }, [playing])
  useEffect(() => {
    if (!video) return
    const onEnded = () => latest.current.onEnded()
    video.addEventListener('ended', onEnded)
    return () => video.removeEventListener('ended', onEnded)
  }, [video])
}
