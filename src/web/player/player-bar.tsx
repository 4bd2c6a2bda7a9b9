// Player bar: the controls over the lower edge of the video.
import { clsx } from 'clsx'
import {
  Captions as CaptionsIcon,
  CaptionsOff,
  Headphones,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  Video as VideoIcon,
  Volume1,
  Volume2,
  VolumeX,
} from 'lucide-react'
import { type CSSProperties, type ReactNode, useCallback, useSyncExternalStore } from 'react'
import { t } from '#shared/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { useSoundOnly } from './sound-only.ts'
import { formatSpokenDuration } from './spoken-duration.ts'
import type { Captions } from './use-captions.ts'
import {
  canFullscreen,
  canPictureInPicture,
  playNext,
  seekTo,
  setRate,
  setVolume,
  toggleFullscreen,
  toggleMute,
  togglePictureInPicture,
  togglePlay,
} from './video-actions.ts'
import type { VideoState } from './video-state.ts'
import { formatVideoTime } from './video-time.ts'

const rates = [0.75, 1, 1.25, 1.5, 1.75, 2]
const iconClass = 'size-5.5'
/** White text is readable on it, over a white video too. In the dark room's black: where a film's edge melts, it ends without a line. */
const shade = 'linear-gradient(transparent, oklch(11% 0.02 292 / 0.72) 60%)'

interface PlayerBarProps {
  player: HTMLElement
  video: HTMLVideoElement
  state: VideoState
  /** The length to show until the video's own is known; null for a live picture, which has none. */
  expectedSeconds: number | null
  captions: Captions | null
  hidden: boolean
  /** False for the group's video: no seek bar and no speed (SYNC-15). */
  isOwnPace: boolean
}

export function PlayerBar(props: PlayerBarProps) {
  const { player, video, state, expectedSeconds, captions, hidden, isOwnPace } = props
  const soundOnly = useSoundOnly()
  const hasPicture = soundOnly?.isChosen !== true
  return (
    <div
      // The time of a video runs from left to right on every page.
      dir="ltr"
      className={clsx(
        'player-bar absolute inset-x-0 bottom-0 px-3 pt-14 pb-2 text-[white] transition-opacity duration-200 @xl:px-5 @xl:pb-3',
        hidden &&
          'pointer-events-none opacity-0 has-focus-visible:pointer-events-auto has-focus-visible:opacity-100',
      )}
      style={{ backgroundImage: shade }}
    >
      {isOwnPace && <SeekBar video={video} state={state} expectedSeconds={expectedSeconds ?? 0} />}
      <div className="flex items-center gap-0.5 @xl:gap-1.5">
        <PlayPauseButton video={video} playing={state.playing} />
        <Volume video={video} state={state} />
        {expectedSeconds === null ? (
          <span className="me-auto" />
        ) : (
          <Clock state={state} expectedSeconds={expectedSeconds} />
        )}
        {isOwnPace && <Speed video={video} rate={state.rate} />}
        {captions && !captions.isUnavailable && (
          <BarButton label={t('Captions')} pressed={captions.shown} onPress={captions.toggle}>
            {captions.shown ? <CaptionsIcon className={iconClass} /> : <CaptionsOff className={iconClass} />}
          </BarButton>
        )}
        {soundOnly && (
          <BarButton
            label={hasPicture ? t('Sound only') : t('Show the video')}
            onPress={() => {
              // The group's clock starts its own video.
              if (isOwnPace && state.playing) playNext(video)
              soundOnly.choose(hasPicture)
            }}
          >
            {hasPicture ? <Headphones className={iconClass} /> : <VideoIcon className={iconClass} />}
          </BarButton>
        )}
        {hasPicture && canPictureInPicture(video) && (
          // A narrow bar has room for one of the two.
          <span className={clsx('player-pip contents', soundOnly && '@max-md:hidden')}>
            <BarButton
              label={t('Picture in picture')}
              pressed={state.inPictureInPicture}
              onPress={() => void togglePictureInPicture(video)}
            >
              <PictureInPicture2 className={iconClass} />
            </BarButton>
          </span>
        )}
        {canFullscreen(video, hasPicture) && <FullscreenButton video={video} player={player} />}
      </div>
    </div>
  )
}

interface BarButtonProps {
  label: string
  pressed?: boolean
  onPress: () => void
  children: ReactNode
}

function BarButton({ label, pressed, onPress, children }: BarButtonProps) {
  return (
    <Tooltip text={label}>
      <IconButton
        variant="media"
        size="sm"
        label={label}
        aria-pressed={pressed}
        onClick={onPress}
        className="outline-[white]"
      >
        {children}
      </IconButton>
    </Tooltip>
  )
}

function PlayPauseButton({ video, playing }: { video: HTMLVideoElement; playing: boolean }) {
  const Icon = playing ? Pause : Play
  return (
    <BarButton label={playing ? t('Pause') : t('Play')} onPress={() => togglePlay(video)}>
      <Icon aria-hidden className={`${iconClass} fill-current`} />
    </BarButton>
  )
}

function SeekBar({
  video,
  state,
  expectedSeconds,
}: Pick<PlayerBarProps, 'video' | 'state'> & { expectedSeconds: number }) {
  const total = state.totalSeconds ?? expectedSeconds
  return (
    <PlayerSlider
      name="seek"
      label={t('Seek')}
      max={total}
      value={Math.min(state.seconds, total)}
      disabled={state.totalSeconds === null}
      valueText={t('{place} of {length}', {
        place: formatSpokenDuration(state.seconds),
        length: formatSpokenDuration(total),
      })}
      onChange={(seconds) => seekTo(video, seconds)}
    />
  )
}

function Volume({ video, state }: { video: HTMLVideoElement; state: VideoState }) {
  const volume = state.muted ? 0 : state.volume
  const Icon = volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2
  return (
    <>
      <BarButton label={state.muted ? t('Unmute') : t('Mute')} onPress={() => toggleMute(video)}>
        <Icon aria-hidden className={iconClass} />
      </BarButton>
      {/* Phones have volume keys, and iPhones let no page change the volume. */}
      <div className="hidden w-20 @xl:block pointer-coarse:hidden">
        <PlayerSlider
          name="volume"
          label={t('Volume')}
          max={1}
          value={volume}
          valueText={t('{volume} percent', { volume: Math.round(volume * 100) })}
          onChange={(next) => setVolume(video, next)}
        />
      </div>
    </>
  )
}

function Clock({ state, expectedSeconds }: { state: VideoState; expectedSeconds: number }) {
  return (
    <p className="ms-1 me-auto text-small whitespace-nowrap tabular-nums">
      <span>{formatVideoTime(state.seconds)}</span>
      <span className="@max-sm:hidden">{` / ${formatVideoTime(state.totalSeconds ?? expectedSeconds)}`}</span>
    </p>
  )
}

function Speed({ video, rate }: { video: HTMLVideoElement; rate: number }) {
  return (
    <select
      aria-label={t('Speed')}
      value={rate}
      onChange={(event) => setRate(video, Number(event.target.value))}
      className="h-10 appearance-none rounded-pill bg-transparent px-2 text-center text-small font-strong tabular-nums outline-[white] hover:bg-[oklch(100%_0_0/0.16)]"
    >
      {rates.map((value) => (
        <option key={value} value={value} className="bg-surface text-ink">
          {`${value}×`}
        </option>
      ))}
    </select>
  )
}

function FullscreenButton({ video, player }: { video: HTMLVideoElement; player: HTMLElement }) {
  const isFullscreen = useIsFullscreen(player)
  return (
    <BarButton
      label={isFullscreen ? t('Exit full screen') : t('Full screen')}
      onPress={() => void toggleFullscreen(video, player)}
    >
      {isFullscreen ? <Minimize className={iconClass} /> : <Maximize className={iconClass} />}
    </BarButton>
  )
}

interface PlayerSliderProps {
  name: 'seek' | 'volume'
  label: string
  /** The range starts at 0. */
  max: number
  value: number
  /** The value for screen readers. */
  valueText: string
  disabled?: boolean
  onChange: (value: number) => void
}

function PlayerSlider(props: PlayerSliderProps) {
  const { name, label, max, value, valueText, disabled = false, onChange } = props
  const style = { '--filled': `${max > 0 ? (value / max) * 100 : 0}%` } as CSSProperties
  return (
    <input
      type="range"
      name={name}
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      // Any position: a step would round the point where a finger lets go.
      step="any"
      value={value}
      disabled={disabled}
      onChange={(event) => onChange(event.target.valueAsNumber)}
      style={style}
      className="player-slider outline-[white]"
    />
  )
}

function useIsFullscreen(element: HTMLElement): boolean {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => document.fullscreenElement === element, [element]),
  )
}

function subscribe(onChange: () => void): () => void {
  document.addEventListener('fullscreenchange', onChange)
  return () => document.removeEventListener('fullscreenchange', onChange)
}
