// Journey controls, over the lower edge of the canvas.
import './journey-slider.css'
import { clsx } from 'clsx'
import { Pause, Play, RotateCcw, SkipBack, SkipForward } from 'lucide-react'
import {
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useEffect,
  useState,
  useSyncExternalStore,
} from 'react'
import type { HistoryDay } from '#features/history/history.ts'
import { journeyStepMs } from '#shared/constants.ts'
import { t } from '#shared/i18n/t.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import {
  advancePlayback,
  initialPlayback,
  seekPlayback,
  sessionIndex,
  togglePlayback,
} from '../../playback.ts'

interface JourneyControlsProps {
  playback: JourneyPlayback
  /** The number of sessions. */
  count: number
  /** The position as text, for screen readers. */
  valueText: string
  /** The button with the initial focus. */
  playButton: RefObject<HTMLButtonElement | null>
  className: string
}

export function JourneyControls({ playback, count, valueText, playButton, className }: JourneyControlsProps) {
  const { index, isPlaying, toggle, goTo, slideTo } = playback
  const PlayOrPause = isPlaying ? Pause : Play
  // At either end the pressed button becomes disabled, so the focus moves to its neighbor.
  useLayoutEffect(() => {
    if (document.activeElement?.matches(':disabled')) playButton.current?.focus()
  }, [index, playButton])
  return (
    <div className={className}>
      <JourneySlider index={index} count={count} valueText={valueText} onChange={slideTo} />
      <div
        role="group"
        aria-label={t('Playback')}
        className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 text-ink-2"
      >
        <span className="flex justify-end gap-2">
          <Control label={t('Restart')} onClick={() => goTo(0)}>
            <RotateCcw aria-hidden className="size-5" strokeWidth={1.8} />
          </Control>
          <Control label={t('Previous session')} disabled={index === 0} onClick={() => goTo(index - 1)}>
            <SkipBack aria-hidden className="size-5 fill-current rtl:-scale-x-100" strokeWidth={1.8} />
          </Control>
        </span>
        <Tooltip text={isPlaying ? t('Pause') : t('Play')} side="bottom">
          <IconButton
            ref={playButton}
            label={isPlaying ? t('Pause') : t('Play')}
            variant="primary"
            size="lg"
            onClick={toggle}
          >
            <PlayOrPause aria-hidden className="size-6 fill-current" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <span className="flex items-center gap-2">
          <Control label={t('Next session')} disabled={index >= count - 1} onClick={() => goTo(index + 1)}>
            <SkipForward aria-hidden className="size-5 fill-current rtl:-scale-x-100" strokeWidth={1.8} />
          </Control>
          {/* The panel and the slider expose it as text. */}
          <span aria-hidden className="min-w-11 text-small whitespace-nowrap text-ink-3 tabular-nums">
            {`${index + 1} / ${count}`}
          </span>
        </span>
      </div>
    </div>
  )
}

interface ControlProps {
  label: string
  disabled?: boolean
  onClick: () => void
  children: ReactNode
}

function Control({ label, disabled = false, onClick, children }: ControlProps) {
  return (
    <Tooltip text={label} side="bottom">
      <IconButton label={label} variant="subtle" disabled={disabled} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  )
}

/** More than a month of dots can't be distinguished. */
const dotsMax = 31
/** Fewer dots fit on a phone. */
const dotsMaxOnPhone = 20
const dotPx = 7
const gapPx = 10
/** Width of the current session's dot; equal to its width and the thumb's in the style sheet. */
const pillPx = 22

interface JourneySliderProps {
  index: number
  count: number
  /** The position as text, for screen readers. */
  valueText: string
  onChange: (index: number) => void
}

/** A transparent slider over the drawn one; a single session needs none. */
function JourneySlider({ index, count, valueText, onChange }: JourneySliderProps) {
  const hasDots = count <= dotsMax
  const widthPx = (count - 1) * (dotPx + gapPx) + pillPx
  return (
    <div className="journey-track" style={{ width: hasDots ? widthPx : '22rem' }}>
      {hasDots && <Dots index={index} count={count} />}
      {count > dotsMaxOnPhone && (
        <Line share={index / (count - 1)} className={clsx(hasDots && 'sm:hidden')} />
      )}
      {count > 1 && (
        <input
          type="range"
          className="journey-slider"
          aria-label={t('Session')}
          aria-valuetext={valueText}
          min={0}
          max={count - 1}
          value={index}
          onChange={({ target }) => onChange(target.valueAsNumber)}
        />
      )}
    </div>
  )
}

const drawnClassName = 'flex h-full items-center'

function Dots({ index, count }: { index: number; count: number }) {
  return (
    <div
      aria-hidden
      className={clsx(drawnClassName, 'justify-between', count > dotsMaxOnPhone && 'max-sm:hidden')}
    >
      {Array.from({ length: count }, (_, at) => (
        <span
          key={at}
          className={clsx('journey-dot', at === index && 'journey-current', at > index && 'journey-later')}
        />
      ))}
    </div>
  )
}

/** `share` is the completed fraction. */
function Line({ share, className }: { share: number; className: string }) {
  return (
    <div aria-hidden className={clsx(drawnClassName, className)}>
      <div className="journey-line">
        <div className="journey-line-done" style={{ width: `${share * 100}%` }} />
        <div
          className="journey-dot journey-current"
          style={{ insetInlineStart: `calc((100% - ${pillPx}px) * ${share})` }}
        />
      </div>
    </div>
  )
}

export interface JourneyPlayback {
  /** Index of the shown day. */
  index: number
  isPlaying: boolean
  /** Incremented per step. */
  step: number
  /** The last step was manual rather than playback, so it is announced. */
  isManual: boolean
  toggle: () => void
  /** Clamped to the first and last session. */
  goTo: (index: number) => void
  /** Like `goTo`, for the slider, which announces its own value. */
  slideTo: (index: number) => void
}

/** `days` in order; starts paused at the first. A hidden tab pauses playback and restarts the session's time. */
export function useJourneyPlayback(days: readonly HistoryDay[]): JourneyPlayback {
  const [playback, setPlayback] = useState(initialPlayback)
  const [isManual, setManual] = useState(false)
  const isPageVisible = useSyncExternalStore(onVisibilityChange, () => document.visibilityState === 'visible')
  const { isPlaying, step } = playback
  useEffect(() => {
    if (!isPlaying || !isPageVisible) return
    const timer = setTimeout(() => {
      setPlayback((current) => advancePlayback(current, days))
      setManual(false)
    }, journeyStepMs)
    return () => clearTimeout(timer)
  }, [isPlaying, isPageVisible, step, days])
  const move = (index: number, isManualStep: boolean) => {
    setPlayback((current) => seekPlayback(current, days, index))
    setManual(isManualStep)
  }
  return {
    index: sessionIndex(playback, days),
    isPlaying,
    step,
    isManual,
    toggle: () => setPlayback(togglePlayback),
    goTo: (index) => move(index, true),
    slideTo: (index) => move(index, false),
  }
}

function onVisibilityChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
