// Journey slider: the current session, with a dot per session where they fit, else a line.
import { clsx } from 'clsx'
import './journey-slider.css'

/** More than a month of dots can't be distinguished. */
const dotsMax = 31
/** Fewer dots fit on a phone. */
const dotsMaxOnPhone = 20
const dotPx = 7
const gapPx = 10
/** Width of the current session's dot; equal to the thumb's width in the style sheet. */
const pillPx = 22

interface JourneySliderProps {
  index: number
  count: number
  /** The position as text, for screen readers. */
  valueText: string
  onChange: (index: number) => void
}

/** A transparent slider over the drawn one; a single session needs none. */
export function JourneySlider({ index, count, valueText, onChange }: JourneySliderProps) {
  const hasDots = count <= dotsMax
  const widthPx = (count - 1) * (dotPx + gapPx) + pillPx
  return (
    <div
      className="relative h-8 max-w-full rounded-pill outline-offset-2 outline-focus has-focus-visible:outline-2 pointer-coarse:h-11"
      style={{ width: hasDots ? widthPx : '22rem' }}
    >
      {hasDots && <Dots index={index} count={count} />}
      {count > dotsMaxOnPhone && (
        <Line share={index / (count - 1)} className={clsx(hasDots && 'sm:hidden')} />
      )}
      {count > 1 && (
        <input
          type="range"
          className="journey-slider"
          aria-label="Session"
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
const inkBar = 'bg-ink forced-colors:bg-[CanvasText]'
const paleBar = 'bg-line-strong forced-colors:bg-[CanvasText]'

function Dots({ index, count }: { index: number; count: number }) {
  return (
    <div
      aria-hidden
      className={clsx(drawnClassName, 'justify-between', count > dotsMaxOnPhone && 'max-sm:hidden')}
    >
      {Array.from({ length: count }, (_, at) => (
        <span
          key={at}
          className={clsx(
            'h-[7px] rounded-pill transition-[width,background-color,opacity] duration-(--fade) motion-reduce:transition-none',
            at === index ? `w-[22px] ${inkBar}` : `w-[7px] ${paleBar}`,
            at > index && 'opacity-50',
          )}
        />
      ))}
    </div>
  )
}

/** `share` is the completed fraction. */
function Line({ share, className }: { share: number; className: string }) {
  return (
    <div aria-hidden className={clsx(drawnClassName, className)}>
      <div className="relative h-[3px] flex-1 rounded-pill bg-[color-mix(in_oklab,var(--line-strong)_50%,transparent)] forced-colors:bg-[GrayText]">
        <div
          className={`absolute inset-y-0 left-0 rounded-pill ${paleBar}`}
          style={{ width: `${share * 100}%` }}
        />
        <div
          className={`absolute top-[-2px] h-[7px] w-[22px] rounded-pill ${inkBar}`}
          style={{ left: `calc((100% - ${pillPx}px) * ${share})` }}
        />
      </div>
    </div>
  )
}
