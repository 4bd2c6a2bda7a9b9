// Energy chart 'Is it helping?': Before and After over a period, and the distribution of levels.
import { useId, useMemo } from 'react'
import { buildChart, countLevels, chartFrame, columnsThatFit, hasSpread } from '../../chart.ts'
import { summarizeChart } from '../../format-chart.ts'
import type { HistoryDay } from '../../history.ts'
import { PeriodFigure } from './chart-period.tsx'
import { SpreadFigure } from './chart-spread.tsx'

interface EnergyChartProps {
  /** The days of the period, oldest first. */
  days: readonly HistoryDay[]
  today: string
  /** The chart's width; null until it is known. */
  widthPx: number | null
}

/** Renders nothing without days. */
export function EnergyChart(props: EnergyChartProps) {
  return props.days.length === 0 ? null : <ChartSection {...props} />
}

function ChartSection({ days, today, widthPx }: EnergyChartProps) {
  const id = useId()
  const summary = useMemo(() => summarizeChart(days), [days])
  return (
    <section aria-labelledby={`${id}heading`} className="min-w-0">
      <h2 id={`${id}heading`} className="serif max-w-[44ch] text-title">
        {summary.heading}
      </h2>
      <p className="mt-2 max-w-[68ch] text-pretty text-ink-2">{summary.detail}</p>
      <div className="mt-3">
        {widthPx !== null && <Figures {...{ id, days, today, widthPx }} heading={summary.heading} />}
      </div>
    </section>
  )
}

interface FiguresProps {
  /** Prefix of every id in this chart. */
  id: string
  days: readonly HistoryDay[]
  today: string
  heading: string
  widthPx: number
}

function Figures({ id, days, today, heading, widthPx }: FiguresProps) {
  const counts = useMemo(() => countLevels(days), [days])
  const isSpreadShown = hasSpread(counts)
  const frame = useMemo(() => chartFrame(widthPx, { hasSpread: isSpreadShown }), [widthPx, isSpreadShown])
  const { isWide, periodPx } = frame
  const fitting = columnsThatFit(periodPx)
  const chart = useMemo(() => buildChart(days, fitting), [days, fitting])
  const gradientId = `${id}levels`
  return (
    <div className={isWide ? 'flex justify-between' : 'grid gap-10'}>
      <PeriodFigure {...{ chart, today, heading, periodPx, gradientId }} />
      {isSpreadShown && <SpreadFigure {...{ counts, frame }} />}
    </div>
  )
}
