// Video player: a video with our own controls (MED-12). Its state is not shared (MED-34).
import { clsx } from 'clsx'
import './player.css'
import { useDeferredValue, useEffect, useRef, useState, type ReactNode } from 'react'
import { languageNames } from '#shared/i18n/language-names.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { PlayerGroup } from '#web/player/group/use-group-playback.ts'
import { Button } from '#web/ui/button.tsx'
import { OpeningRosette } from '#web/ui/rosette.tsx'
import { useHeldFor } from '#web/use-held-for.ts'
import { preloadInBackground, useLazyImport } from '#web/use-lazy-import.ts'
import { usePageMute } from './page-mute.ts'
import { mayPlay, type PlayerStage } from './player-stage.ts'
import { SoundOnlyContext, useSoundOnly } from './sound-only.ts'
import { useCaptions, useTrackUrl } from './use-captions.ts'
import { useMediaAddress, type MediaAddress } from './use-media-address.tsx'
import { useMediaRetry } from './use-media-retry.ts'
import { usePaintedFrame } from './use-painted-frame.ts'
import { usePlayerKeys, useAutoHideControls, useTapToToggle } from './use-player-input.ts'
import { useResumePosition } from './use-resume-position.ts'
import { secondOf, useUnlock } from './use-unlock.ts'
import { useVideoSource, type VideoSource } from './use-video-source.ts'
import { playVideo, playNext } from './video-actions.ts'
import { handOver, Poster, VideoBeginning } from './video-overlays.tsx'
import { useVideoState, type VideoState } from './video-state.ts'

/** Some browsers retry a lost segment forever and report nothing. */
const stuckAfterMs = 12_000

const secondsPerMinute = 60

/** Events of the player for its page. The functions may change with every render. */
export interface PlayerEvents {
  onFirstPlay: () => void
  onEnded: () => void
  onPlayingChange: (playing: boolean) => void
  /** The member has pressed play under the ending, which it closes. */
  onReplay: () => void
}

/** The content that every player takes, ours and YouTube's. */
export interface PlayerContent extends PlayerEvents {
  title: string
  posterUrl: string | null
  stage: PlayerStage
  /** Lies over the video in the stages `cover` and `ending`; null in the others. */
  overlay: ReactNode
  /** In place of the poster; it melts into the video. Null for the poster. */
  scene: ReactNode
  /** The group that the member watches with: also before its start, and while they are on their own. */
  group: PlayerGroup | null
  /** A bell will begin it for everyone. */
  hasBellAhead?: boolean
}

interface VideoPlayerProps extends PlayerContent {
  /** The length to show until the video's own is known. */
  minutes: number
  picture: MediaAddress
  /** The file of the video's sound alone; null if there is none. */
  audioUrl: string | null
  /** A screen that many look at: the picture, whatever this device has chosen. */
  isPictureOnly?: boolean
  captionsUrl: string | null
  captionsLanguage: Language
  /** A reload resumes at the position of the same key. */
  resumeKey: string
  className?: string
  /** When the group's video started, if a press on the cover joins it now; in epoch milliseconds of the room clock. */
  startedAtMs: number | null
  /** Whether screen readers say that it loads. */
  announcesLoading: boolean
  /** Whether the live channel is connected: it returns together with the line. */
  isConnected: boolean
}

/** Shown once the video has started, or when it fails: they load after the first screen. */
const PlayerBar = lazyPart(async () => (await import('./player-bar.tsx')).PlayerBar)
const PlaybackError = lazyPart(async () => (await import('./playback-error.tsx')).PlaybackError)

/** Fills its container. Plays the picture with its sound, or the sound alone. */
export function VideoPlayer({ picture, ...props }: VideoPlayerProps) {
  const { audioUrl, stage, isPictureOnly = false } = props
  const { address, soundOnly, search } = useMediaAddress({ picture, audioUrl, stage, isPictureOnly })
  useEffect(() => {
    PlayerBar.preloadInBackground()
    PlaybackError.preloadInBackground()
  }, [])
  return (
    <SoundOnlyContext value={soundOnly}>
      <Player {...props} {...{ address }} isSoundOnly={address !== picture} />
      {search}
    </SoundOnlyContext>
  )
}

interface PlayerProps extends Omit<VideoPlayerProps, 'picture'> {
  /** Null while it isn't known. */
  address: MediaAddress | null
  isSoundOnly: boolean
}

function Player(props: PlayerProps) {
  const { title, address, isSoundOnly, audioUrl, resumeKey, posterUrl, captionsUrl, captionsLanguage } = props
  const { minutes, className, stage, overlay, scene, group, hasBellAhead, isConnected } = props
  const isCovered = stage === 'cover'
  const isAllowed = mayPlay(stage)
  const isInGroup = stage === 'group'
  const [player, setPlayer] = useState<HTMLElement | null>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const source = useVideoSource(video, { address, stage })
  const state = useVideoState(video)
  const { isPlayable, ...failure } = usePlayback(video, { state, source, isConnected, stage }, () =>
    isInGroup && group !== null ? secondOf(group) : null,
  )
  const trackUrl = useTrackUrl(captionsUrl)
  const { isHidden, hideNow } = useAutoHideControls(player, state.playing, isInGroup)
  const captions = useCaptions(video, !isHidden)
  usePlayerKeys({
    player: isCovered ? null : player,
    video,
    onReplay: stage === 'ending' ? props.onReplay : null,
    toggleCaptions: trackUrl === undefined ? null : captions.toggle,
    canSeek: !isInGroup,
  })
  useTapToToggle({ video, isHidden, hideNow })
  useResumePosition(isCovered || isInGroup ? null : video, resumeKey, address?.url)
  usePlayerEvents(video, state, props)
  const unlock = useUnlock(video, source.src !== undefined, props.startedAtMs)

  const isSceneShown = isSoundOnly || isCovered || (stage === 'ending' && scene !== null)
  const isFilmShown = usePaintedFrame(video) && !isSceneShown
  // In slices: at its start, the film needs the main thread more than its controls do.
  const areControlsShown = useDeferredValue(isPlayable && overlay === null)
  const renderBar = () =>
    player &&
    video &&
    state.hasStarted && (
      <PlayerBar
        {...{ player, video, state }}
        expectedSeconds={minutes * secondsPerMinute}
        captions={trackUrl === undefined ? null : captions}
        hidden={isHidden}
        isOwnPace={!isInGroup}
      />
    )

  return (
    <section
      ref={setPlayer}
      aria-label={t('Video: {title}', { title })}
      // A press on the video moves the focus here, so that the keys work.
      tabIndex={-1}
      onClickCapture={isCovered ? unlock : undefined}
      className={clsx(
        '@container isolate overflow-hidden outline-none [&:fullscreen]:rounded-none [&:fullscreen_video]:object-contain',
        groundClass(state, scene),
        isHidden && 'cursor-none',
        className,
      )}
    >
      <video
        ref={setVideo}
        src={source.src}
        playsInline
        preload="metadata"
        disablePictureInPicture={hidesPopOut(stage) && !state.inPictureInPicture}
        // Firefox would put two tab stops on its own hidden controls.
        tabIndex={-1}
        className="player-video absolute inset-0 size-full object-cover outline-none"
      >
        <track kind="captions" src={trackUrl} {...trackNames(captionsLanguage)} />
      </video>
      <Still {...{ isFilmShown, isSoundOnly }}>{scene ?? <Poster url={posterUrl} />}</Still>
      {video && isPlayable && address && !state.hasStarted && stage === 'own' && group === null && (
        <VideoBeginning onPlay={() => playVideo(video)} {...{ hasBellAhead }} hasCircle={scene !== null}>
          <ShowVideo video={video} />
        </VideoBeginning>
      )}
      {video && isPlayable && state.hasStarted && isAllowed && (
        <LoadingStatus isWaiting={state.waiting} isAnnounced={props.announcesLoading} />
      )}
      {video && !isPlayable && isAllowed && (
        <PlaybackError {...failure} group={group} otherAction={<ShowVideo video={video} />} />
      )}
      {video && (
        <PlayerControls
          {...{ video, group, source, posterUrl, isConnected, stage }}
          audioSrc={props.isPictureOnly ? null : (audioUrl ?? source.src ?? null)}
          rebuild={failure.onRetry}
          renderBar={areControlsShown && overlay === null ? renderBar : null}
        />
      )}
      {overlay}
    </section>
  )
}

/** Firefox, told by a global of its own, lays 'Pop out this video' over the group's film and over what covers it. */
const hidesPopOut = (stage: PlayerStage) => 'InternalError' in globalThis && stage !== 'own'

/** WebKit shows a line of it beside the water, and all of it while it is slow: then it is night, too. */
function groundClass({ hasStarted }: VideoState, scene: ReactNode): string {
  if (hasStarted) return 'bg-frame'
  return scene === null ? 'bg-sunken' : 'bg-[oklch(27%_0.075_283)]'
}

interface PlaybackOptions {
  state: VideoState
  source: VideoSource
  isConnected: boolean
  stage: PlayerStage
}

/** Whether the video can play, and its retries: at the group's second, or where it was. Rests it while nothing may play. */
function usePlayback(
  video: HTMLVideoElement | null,
  { state, source, isConnected, stage }: PlaybackOptions,
  groupSecond: () => number | null,
) {
  const startsUnderEnding = stage === 'ending' && state.playing
  useEffect(() => {
    // Under an ending also what starts meanwhile. The group's clock may start the video just before its cover is gone.
    if (stage === 'cover' || stage === 'ending') video?.pause()
  }, [stage, video, startsUnderEnding])
  const isStuck = useHeldFor(state.waiting, stuckAfterMs)
  const reload = () => {
    const { seconds } = state
    source.reload(() => groupSecond() ?? seconds)
  }
  const { isInterrupted, isRetrying } = useMediaRetry(video, {
    streamFailure: source.failure,
    isStuck,
    isConnected,
    stage,
    reload,
  })
  const hasFailed = state.failed || source.failure !== null || isInterrupted
  const hasProgress = state.seconds > 0
  return { hasFailed, isRetrying, hasProgress, isPlayable: !hasFailed && !isStuck, onRetry: reload }
}

interface StillProps {
  isFilmShown: boolean
  isSoundOnly: boolean
  children: ReactNode
}

/** In place of the film, which it melts into. In place of a picture it lies below the element, which draws the captions. */
function Still({ isFilmShown, isSoundOnly, children }: StillProps) {
  return (
    <div
      className={clsx('melting pointer-events-none absolute inset-0', isSoundOnly && '-z-1')}
      data-melted={isFilmShown || undefined}
    >
      {children}
    </div>
  )
}

/** The way to the picture, for a member who has chosen sound only. */
function ShowVideo({ video }: { video: HTMLVideoElement }) {
  const soundOnly = useSoundOnly()
  const show = () => {
    playNext(video)
    soundOnly?.choose(false)
  }
  return (
    soundOnly?.isChosen && (
      <Button variant="lit" size="sm" onClick={handOver(show)}>
        {t('Show the video')}
      </Button>
    )
  )
}

/** Always mounted: screen readers announce only what appears in it. */
function LoadingStatus({ isWaiting, isAnnounced }: { isWaiting: boolean; isAnnounced: boolean }) {
  return (
    <div
      role={isAnnounced ? 'status' : undefined}
      className="pointer-events-none absolute inset-0 grid place-items-center text-[white]"
    >
      {isWaiting && (
        <>
          <OpeningRosette size={64} />
          <span className="sr-only">{t('Loading the video')}</span>
        </>
      )}
    </div>
  )
}

interface PlayerControlsProps {
  video: HTMLVideoElement
  group: PlayerGroup | null
  source: VideoSource
  /** What plays with the screen off; null for nothing. */
  audioSrc: string | null
  posterUrl: string | null
  isConnected: boolean
  stage: PlayerStage
  /** Builds the player again on the same element, and plays on. */
  rebuild: () => void
  /** Null while something covers the video. */
  renderBar: (() => ReactNode) | null
}

const loadGroupParts = () => import('#web/player/group/group-video.tsx')

const loadStandstillWatch = async () => (await import('./standstill-watch.ts')).StandstillWatch

/** The bar, what rebuilds a player that doesn't move, what mutes it, and in the group's video what keeps it in step. */
function PlayerControls({ rebuild, ...props }: PlayerControlsProps) {
  const { video, source, stage } = props
  usePageMute(video)
  const [StandstillWatch, load] = useLazyImport(loadStandstillWatch)
  useEffect(() => {
    preloadInBackground(loadStandstillWatch).then(load, () => undefined)
  }, [load])
  return (
    <>
      {StandstillWatch && mayPlay(stage) && (
        <StandstillWatch {...{ video, rebuild }} arrivedParts={source.arrivedParts} />
      )}
      <BarAndGroup {...props} />
    </>
  )
}

function BarAndGroup(props: Omit<PlayerControlsProps, 'rebuild'>) {
  const { video, group, source, audioSrc, posterUrl, isConnected, stage, renderBar } = props
  const [parts, load] = useLazyImport(loadGroupParts)
  const hasGroup = group !== null
  useEffect(() => {
    if (hasGroup) load()
  }, [hasGroup, load])
  if (group === null || !parts) return renderBar?.()
  if (group.isOnOwn)
    return (
      renderBar && (
        <>
          {renderBar()}
          <parts.GroupActions container={group.actionsContainer}>
            <parts.ReturnFromOwn group={group} variant="ghost" />
          </parts.GroupActions>
        </>
      )
    )
  return (
    <parts.GroupVideo
      {...{ video, group, audioSrc, posterUrl, isConnected, stage, renderBar }}
      onSlowLine={source.lowerQuality}
    />
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
    // Not a start that the stage has paused just now.
    latestEvents.current.onPlayingChange(playing && video?.paused === false)
  }, [playing, video])
  useEffect(() => {
    if (!video) return
    const onEnded = () => latestEvents.current.onEnded()
    video.addEventListener('ended', onEnded)
    return () => video.removeEventListener('ended', onEnded)
  }, [video])
}

function trackNames(language: Language) {
  return { srcLang: language, label: languageNames[language] }
}
