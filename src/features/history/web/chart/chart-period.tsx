// Period chart: Before and After of every day or step, readable column by column.
import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import { useMemo, useState, memo, type ReactNode, type PointerEvent, useEffect, useRef } from 'react'
import { t } from '#shared/i18n/t.ts'
import { pageDirection } from '#web/i18n/page-direction.ts'
import { Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import {
  type Chart,
  axisPx,
  buildMarks,
  plotPx,
  buildTicks,
  tickY,
  ticksPx,
  type Mark,
  type ChartColumn,
  type ChartStep,
  nearestColumn,
  columnAtX,
} from '../../chart.ts'
import {
  describePeriod,
  formatChartStep,
  formatChartChange,
  formatColumnTitle,
  formatChartLevel,
  formatSittingCount,
  describeColumn,
} from '../../format-chart.ts'
import { LevelGradient, LevelLines, LevelNames } from './chart-levels.tsx'
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

export function PeriodFigure({ chart, today, heading, periodPx, gradientId }: PeriodFigureProps) {
  const [activeColumn, setActiveColumn] = useState<number | null>(null)
  const marks = useMemo(() => buildMarks(chart, periodPx), [chart, periodPx])
  const ticks = useMemo(() => buildTicks(chart, periodPx), [chart, periodPx])
  const mark = marks.find(({ column }) => column === activeColumn)
  const column = mark && chart.columns[mark.column]
  const widthPx = axisPx + periodPx
  // The levels' names come first, on either side.
  const plotLeftPx = pageDirection() === 'rtl' ? 0 : axisPx
  return (
    <div>
      <div className="relative flex h-14 items-end pb-3" style={{ width: widthPx }}>
        <h3 className={clsx('text-small font-medium text-ink-2 transition-opacity', column && 'opacity-0')}>
          {formatChartStep(chart.step)}
        </h3>
        {column && <ChartReadout {...{ column, today, widthPx }} step={chart.step} x={plotLeftPx + mark.x} />}
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
              <text key={x} x={x} y={tickY} textAnchor="middle" className="fill-ink-3 text-meta">
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

/** Memoized: moving the pointer over the chart must not render the marks again. */
const ChartMarks = memo(function ChartMarks(props: { marks: readonly Mark[]; gradientId: string }) {
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
function ChartLegend({ marks }: { marks: readonly Mark[] }) {
  const has = (...moves: Mark['move'][]) => marks.some(({ move }) => moves.includes(move))
  return (
    <ul aria-hidden className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-meta text-ink-2">
      {marks.some(({ beforeY }) => beforeY !== null) && <LegendItem text={t('Before')}>{ring}</LegendItem>}
      {marks.some(({ afterY }) => afterY !== null) && <LegendItem text={t('After')}>{disc}</LegendItem>}
      {has('rise') && (
        <LegendItem text={t('Higher after')}>
          <path d="M8 15L4 4h8Z" fillOpacity={0.42} stroke="none" />
          <circle cx={8} cy={4} r={3.8} stroke="none" />
        </LegendItem>
      )}
      {has('fall') && (
        <LegendItem text={t('Lower after')}>
          <path d="M8 1V12" fill="none" strokeDasharray="2 2" />
          <circle cx={8} cy={12} r={3.8} stroke="none" />
        </LegendItem>
      )}
      {has('same') && (
        <LegendItem text={t('The same')}>
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
      <span>{text}</span>
    </li>
  )
}

interface ChartReadoutProps {
  column: ChartColumn
  step: ChartStep
  today: string
  /** The column's x in the container; the readout stays inside it. */
  x: number
  widthPx: number
}

function ChartReadout({ column, step, today, x, widthPx }: ChartReadoutProps) {
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
        {`${formatColumnTitle(column, step, today)}${step === 'day' ? '' : `, ${formatSittingCount(column.dayCount)}`}`}
      </p>
      <p className="flex items-center gap-2 text-small font-strong">
        {after === null && <span className="font-normal text-ink-2">{t('Before')}</span>}
        {before !== null && <Level level={before} step={step} />}
        {before !== null && after !== null && <ArrowRight className="size-4 text-ink-3" strokeWidth={1.8} />}
        {before === null && <span className="font-normal text-ink-2">{t('After')}</span>}
        {after !== null && <Level level={after} step={step} />}
        {change !== '' && <span className="serif ms-1 text-lead">{change}</span>}
      </p>
    </div>
  )
}

function Level({ level, step }: { level: number; step: ChartStep }) {
  return (
    <span className="flex items-center gap-1.5 tabular-nums">
      <Rosette level={Math.round(level) as RosetteLevel} size={18} />
      <span>{formatChartLevel(level, step)}</span>
    </span>
  )
}

interface ChartScrubberProps {
  chart: Chart
  today: string
  marks: readonly Mark[]
  periodPx: number
  /** The index of the column being read; null for none. */
  activeColumn: number | null
  onColumnChange: (column: number | null) => void
  /** The drawing. */
  children: ReactNode
}

/** A visually hidden slider; the drawing shows its focus. */
function ChartScrubber({
  chart,
  today,
  marks,
  periodPx,
  activeColumn,
  onColumnChange,
  children,
}: ChartScrubberProps) {
  const frame = useRef<HTMLDivElement>(null)
  useDismissOnOutsidePress(frame, activeColumn !== null, onColumnChange)
  const activateAtPointer = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    onColumnChange(nearestColumn(chart, columnAtX(x, chart.columns.length, periodPx)))
  }
  const activateMark = (index: number) => onColumnChange(marks[index]?.column ?? null)
  const lastIndex = marks.length - 1
  const activeIndex = marks.findIndex(({ column }) => column === activeColumn)
  const value = activeIndex === -1 ? lastIndex : activeIndex
  const column = chart.columns[marks[value]?.column ?? -1]
  return (
    <div
      ref={frame}
      // Its time runs from left to right on every page.
      dir="ltr"
      className="relative [touch-action:pan-y] rounded-field outline-offset-4 outline-focus has-focus-visible:outline-2"
      onPointerDown={activateAtPointer}
      onPointerMove={activateAtPointer}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onColumnChange(null)}
    >
      {children}
      <input
        type="range"
        className="sr-only"
        aria-label={t('Read the chart')}
        aria-valuetext={column && describeColumn(column, chart.step, today)}
        min={0}
        max={lastIndex}
        value={value}
        onFocus={() => activateMark(value)}
        onChange={({ target }) => activateMark(target.valueAsNumber)}
        onBlur={() => onColumnChange(null)}
      />
    </div>
  )
}

/** A readout opened by touch stays until a touch outside. */
function useDismissOnOutsidePress(
  frame: { current: HTMLDivElement | null },
  isActive: boolean,
  onColumnChange: ChartScrubberProps['onColumnChange'],
): void {
  useEffect(() => {
    if (!isActive) return
    const dismiss = ({ target }: Event) => {
      if (!(target instanceof Node && frame.current?.contains(target))) onColumnChange(null)
    }
    document.addEventListener('pointerdown', dismiss)
    return () => document.removeEventListener('pointerdown', dismiss)
  }, [frame, isActive, onColumnChange])
}
