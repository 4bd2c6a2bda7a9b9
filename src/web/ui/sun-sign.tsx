// The sign of a sitting on the day's and the week's line. Its shape says its state; color only repeats it.
import './sun-sign.css'
import type { ReactNode } from 'react'
import type { SunState } from '#shared/suns.ts'

interface SunSignProps {
  state: SunState
  /** 1 on the day's line. */
  size?: number
}

/** The line runs through its middle: what comes is above it, what is over below. Decorative. */
export function SunSign({ state, size = 1 }: SunSignProps) {
  return (
    <svg aria-hidden className="sun-sign" width="1" height="40" viewBox="0 -20 1 40">
      {drawings[state](8 * size, size)}
    </svg>
  )
}

/** By the radius of a disc, in px. */
const drawings: Record<SunState, (r: number, size: number) => ReactNode> = {
  next: (r, size) => (
    <>
      <circle className="sun-halo" cy={-13 * size} r={r + 6 * size} />
      <circle className="sun-fill" cy={-13 * size} r={r} />
    </>
  ),
  coming: (r, size) => <circle cy={-12 * size} r={r - 1.5} />,
  now: (r, size) => (
    <>
      <circle className="sun-halo" r={r + 7 * size} />
      <circle className="sun-fill" r={r} />
      <path d={`M${-r - 5 * size} 0A${r + 5 * size} ${r + 5 * size} 0 0 1 ${r + 5 * size} 0`} />
    </>
  ),
  sat: (r) => <path className="sun-soft" d={`M${-r} 0A${r} ${r} 0 0 0 ${r} 0Z`} />,
  past: (r) => <path d={`M${-r} 0A${r} ${r} 0 0 0 ${r} 0`} />,
  canceled: (r, size) => (
    <>
      <circle cy={-12 * size} r={r - 1.5} strokeDasharray="2 3" />
      <path d={`M${-r} ${r - 12 * size}L${r} ${-r - 12 * size}`} />
    </>
  ),
}
