// Journey controls, over the lower edge of the canvas.
import { Pause, Play, RotateCcw, SkipBack, SkipForward } from 'lucide-react'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { JourneySlider } from './journey-slider.tsx'
import type { JourneyPlayback } from './use-journey-playback.ts'

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
        aria-label="Playback"
        className="grid grid-cols-[1fr_auto_1fr] items-center gap-2 text-ink-2"
      >
        <span className="flex justify-end gap-2">
          <Control label="Restart" onClick={() => goTo(0)}>
            <RotateCcw aria-hidden className="size-5" strokeWidth={1.8} />
          </Control>
          <Control label="Previous session" disabled={index === 0} onClick={() => goTo(index - 1)}>
            <SkipBack aria-hidden className="size-5 fill-current" strokeWidth={1.8} />
          </Control>
        </span>
        <Tooltip text={isPlaying ? 'Pause' : 'Play'} side="bottom">
          <IconButton
            ref={playButton}
            label={isPlaying ? 'Pause' : 'Play'}
            variant="primary"
            size="lg"
            onClick={toggle}
          >
            <PlayOrPause aria-hidden className="size-6 fill-current" strokeWidth={1.8} />
          </IconButton>
        </Tooltip>
        <span className="flex items-center gap-2">
          <Control label="Next session" disabled={index >= count - 1} onClick={() => goTo(index + 1)}>
            <SkipForward aria-hidden className="size-5 fill-current" strokeWidth={1.8} />
          </Control>
          {/* The panel and the slider expose it as text. */}
          <span aria-hidden className="min-w-11 text-small whitespace-nowrap text-ink-3 tabular-nums">
            {index + 1} / {count}
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
      <IconButton label={label} variant="quiet" disabled={disabled} onClick={onClick}>
        {children}
      </IconButton>
    </Tooltip>
  )
}
