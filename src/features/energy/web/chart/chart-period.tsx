// Period chart: Before and After of every day or step, readable column by column.
import { clsx } from 'clsx'
import { useMemo, useState } from 'react'
import type { Chart } from '../../chart.ts'
import { axisPx, buildMarks, plotPx, buildTicks } from '../../chart-scale.ts'
import { describePeriod, formatChartStep } from '../../format-chart.ts'
import { LevelGradient, LevelLines, LevelNames } from './chart-levels.tsx'
import { ChartLegend, ChartMarks } from './chart-marks.tsx'
import { ChartReadout } from './chart-readout.tsx'
import { ChartScrubber } from './chart-scrubber.tsx'
import { PeriodTable } from './chart-tables.tsx'

interface PeriodFigureProps {
  chart: Chart
  today: string
  /** The same text as the chart's heading. */
  heading: string
  periodPx: number
  /** The gradient's id, unique on the page. */
  gradientId: string
}

const ticksPx = 30

export function PeriodFigure({ chart, today, heading, periodPx, gradientId }: PeriodFigureProps) {
  const [activeColumn, setActiveColumn] = useState<number | null>(null)
  const marks = useMemo(() => buildMarks(chart, periodPx), [chart, periodPx])
  const ticks = useMemo(() => buildTicks(chart, periodPx), [chart, periodPx])
  const mark = marks.find(({ column }) => column === activeColumn)
  const column = mark && chart.columns[mark.column]
  const widthPx = axisPx + periodPx
  return (
    <div>
      <div className="relative flex h-14 items-end pb-3" style={{ width: widthPx }}>
        <h3 className={clsx('text-small font-medium text-ink-2 transition-opacity', column && 'opacity-0')}>
          {formatChartStep(chart.step)}
        </h3>
        {column && <ChartReadout {...{ column, today, widthPx }} step={chart.step} x={axisPx + mark.x} />}
      </div>
      <div className="flex">
        <LevelNames />
        <ChartScrubber {...{ chart, today, marks, periodPx, activeColumn }} onColumnChange={setActiveColumn}>
          <svg
            role="img"
            aria-label={describePeriod(chart, heading)}
            width={periodPx}
            height={plotPx + ticksPx}
            className="block overflow-visible"
          >
            <defs>
              <LevelGradient id={gradientId} />
            </defs>
            <LevelLines widthPx={periodPx} />
            {mark && <path d={`M${mark.x} -6V${plotPx}`} className="stroke-line-strong" />}
            <ChartMarks marks={marks} gradientId={gradientId} />
            {ticks.map(({ x, text }) => (
              <text key={x} x={x} y={plotPx + 20} textAnchor="middle" className="fill-ink-3 text-meta">
                {text}
              </text>
            ))}
          </svg>
        </ChartScrubber>
      </div>
      <ChartLegend marks={marks} />
      <PeriodTable chart={chart} today={today} />
    </div>
  )
}
