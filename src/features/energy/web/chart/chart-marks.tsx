// Chart marks and legend: a ring is Before, a disc After, a drop a rise, a dashed line a fall.
import { memo, type ReactNode } from 'react'
import type { Mark } from '../../chart-scale.ts'

/** Memoized: moving the pointer over the chart must not render the marks again. */
export const ChartMarks = memo(function ChartMarks(props: { marks: readonly Mark[]; gradientId: string }) {
  const paint = `url(#${props.gradientId})`
  return props.marks.map((mark) => <ChartMark key={mark.column} mark={mark} paint={paint} />)
})

function ChartMark({ mark, paint }: { mark: Mark; paint: string }) {
  const { x, move, beforeY, afterY, ringPx, discPx, path } = mark
  const linePx = Math.min(1.75, ringPx * 0.5)
  return (
    <g>
      {path && move === 'rise' && <path d={path} fill={paint} fillOpacity={0.42} />}
      {path && move === 'fall' && (
        <path d={path} fill="none" stroke={paint} strokeWidth={linePx} strokeDasharray="2 3" />
      )}
      {beforeY !== null && (
        <circle
          cx={x}
          cy={beforeY}
          r={ringPx - linePx / 2}
          stroke={paint}
          strokeWidth={linePx}
          className="fill-bg"
        />
      )}
      {afterY !== null && (
        // A background-colored border separates the disc from a nearby ring.
        <circle
          cx={x}
          cy={afterY}
          r={discPx}
          fill={paint}
          strokeWidth={move === 'same' ? 0 : linePx}
          className="stroke-bg [paint-order:stroke]"
        />
      )}
    </g>
  )
}

/** Explains the shapes that the chart contains. */
export function ChartLegend({ marks }: { marks: readonly Mark[] }) {
  const has = (...moves: Mark['move'][]) => marks.some(({ move }) => moves.includes(move))
  return (
    <ul aria-hidden className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-meta text-ink-2">
      {marks.some(({ beforeY }) => beforeY !== null) && <LegendItem text="Before">{ring}</LegendItem>}
      {marks.some(({ afterY }) => afterY !== null) && <LegendItem text="After">{disc}</LegendItem>}
      {has('rise') && (
        <LegendItem text="Higher after">
          <path d="M8 15L4 4h8Z" fillOpacity={0.42} stroke="none" />
          <circle cx={8} cy={4} r={3.8} stroke="none" />
        </LegendItem>
      )}
      {has('fall') && (
        <LegendItem text="Lower after">
          <path d="M8 1V12" fill="none" strokeDasharray="2 2" />
          <circle cx={8} cy={12} r={3.8} stroke="none" />
        </LegendItem>
      )}
      {has('same') && (
        <LegendItem text="The same">
          {ring}
          <circle cx={8} cy={8} r={2.2} stroke="none" />
        </LegendItem>
      )}
    </ul>
  )
}

const ring = <circle cx={8} cy={8} r={4.6} fill="none" />
const disc = <circle cx={8} cy={8} r={4.8} stroke="none" />

function LegendItem({ text, children }: { text: string; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      <svg
        width={16}
        height={16}
        fill="currentColor"
        stroke="currentColor"
        strokeWidth={1.6}
        className="text-ink-3"
      >
        {children}
      </svg>
      {text}
    </li>
  )
}
