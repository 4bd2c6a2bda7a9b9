// Chart readout: the values of one column, above the drawing.
import { ArrowRight } from 'lucide-react'
import { Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import type { ChartColumn, ChartStep } from '../../chart.ts'
import {
  formatChartChange,
  formatColumnTitle,
  formatChartLevel,
  formatSittingCount,
} from '../../format-chart.ts'

interface ChartReadoutProps {
  column: ChartColumn
  step: ChartStep
  today: string
  /** The column's x in the container; the readout is kept inside it. */
  x: number
  widthPx: number
}

export function ChartReadout({ column, step, today, x, widthPx }: ChartReadoutProps) {
  const { before, after } = column
  const change = formatChartChange(column, step)
  const shift = `translateX(${-(x / widthPx) * 100}%)`
  return (
    <div
      aria-hidden
      className="motion-fade pointer-events-none absolute bottom-2.5 whitespace-nowrap"
      style={{ left: x, transform: shift }}
    >
      <p className="text-meta text-ink-3">
        {formatColumnTitle(column, step, today)}
        {step !== 'day' && `, ${formatSittingCount(column.dayCount)}`}
      </p>
      <p className="flex items-center gap-2 text-small font-strong">
        {after === null && <span className="font-normal text-ink-2">Before</span>}
        {before !== null && <Level level={before} step={step} />}
        {before !== null && after !== null && <ArrowRight className="size-4 text-ink-3" strokeWidth={1.8} />}
        {before === null && <span className="font-normal text-ink-2">After</span>}
        {after !== null && <Level level={after} step={step} />}
        {change !== '' && <span className="serif ml-1 text-lead">{change}</span>}
      </p>
    </div>
  )
}

function Level({ level, step }: { level: number; step: ChartStep }) {
  return (
    <span className="flex items-center gap-1.5 tabular-nums">
      <Rosette level={Math.round(level) as RosetteLevel} size={18} />
      {formatChartLevel(level, step)}
    </span>
  )
}
