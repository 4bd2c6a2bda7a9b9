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
  activeColumn: number | null
  onColumnChange: (column: number | null) => void
  /** The drawing. */
  children: ReactNode
}

/** A visually hidden slider; the drawing shows its focus. */
export function ChartScrubber({
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
      className="relative [touch-action:pan-y] rounded-field outline-offset-4 outline-focus has-focus-visible:outline-2"
      onPointerDown={activateAtPointer}
      onPointerMove={activateAtPointer}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && onColumnChange(null)}
    >
      {children}
      <input
        type="range"
        className="sr-only"
        aria-label="Read the chart"
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
