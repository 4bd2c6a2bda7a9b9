// Chart scrubber: reads the chart column by column, by pointer, touch or arrow keys.
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { nearestColumn, type Chart } from '../../chart.ts'
import { columnAtX, type Mark } from '../../chart-scale.ts'
import { describeColumn } from '../../format-chart.ts'

interface ChartScrubberProps {
  chart: Chart
  today: string
  marks: readonly Mark[]
  periodPx: number
  /** The index of the column being read; null for none. */
  read: number | null
  onRead: (column: number | null) => void
  /** The drawing. */
  children: ReactNode
}

/** A visually hidden slider; the drawing shows its focus. */
export function ChartScrubber({ chart, today, marks, periodPx, read, onRead, children }: ChartScrubberProps) {
  const frame = useRef<HTMLDivElement>(null)
  useDismissOnOutsidePress(frame, read !== null, onRead)
  const point = ({ clientX, currentTarget }: PointerEvent<HTMLDivElement>) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    onRead(nearestColumn(chart, columnAtX(x, chart.columns.length, periodPx)))
  }
  const readMark = (index: number) => onRead(marks[index]?.column ?? null)
  const newest = marks.length - 1
  const at = marks.findIndex(({ column }) => column === read)
  const value = at === -1 ? newest : at
  const column = chart.columns[marks[value]?.column ?? -1]
  return (
    <div
      ref={frame}
      className="relative [touch-action:pan-y] rounded-field outline-offset-4 outline-focus has-focus-visible:outline-2"
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onRead(null)}
    >
      {children}
      <input
        type="range"
        className="sr-only"
        aria-label="Read the chart"
        aria-valuetext={column && describeColumn(column, chart.step, today)}
        min={0}
        max={newest}
        value={value}
        onFocus={() => readMark(value)}
        onChange={({ target }) => readMark(target.valueAsNumber)}
        onBlur={() => onRead(null)}
      />
    </div>
  )
}

/** A readout opened by touch stays until a touch outside. */
function useDismissOnOutsidePress(
  frame: { current: HTMLDivElement | null },
  isReading: boolean,
  onRead: ChartScrubberProps['onRead'],
): void {
  useEffect(() => {
    if (!isReading) return
    const end = ({ target }: Event) => {
      if (!(target instanceof Node && frame.current?.contains(target))) onRead(null)
    }
    document.addEventListener('pointerdown', end)
    return () => document.removeEventListener('pointerdown', end)
  }, [frame, isReading, onRead])
}
