// Virtualized history rows: only visible days are in the document, and the page itself scrolls.
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { HistoryDay } from '../../history.ts'
import { HistoryRow } from './history-row.tsx'

/** Rows rendered above and below the viewport. */
const overscan = 6

/** `days` in list order. Each row exposes its position and the total to screen readers. */
export function VirtualizedRows({ days, today }: { days: readonly HistoryDay[]; today: string }) {
  const list = useRef<HTMLUListElement>(null)
  const { topPx, widthPx } = useListPosition(list)
  const virtualizer = useWindowVirtualizer({
    count: days.length,
    // Measured heights are keyed by day, not by index.
    getItemKey: useCallback((index: number) => days[index]?.sessionDate ?? index, [days]),
    estimateSize: (index) => estimatedRowPx(days[index], widthPx),
    // Fractional heights: the library rounds, and the difference would shift the other rows when rows above are
    // removed.
    measureElement: (row) => row.getBoundingClientRect().height,
    scrollMargin: topPx,
    overscan,
  })
  const rows = virtualizer.getVirtualItems()
  const [first, last] = [rows[0], rows.at(-1)]
  return (
    <ul
      ref={list}
      // The virtualizer adjusts the scroll position itself; browser anchoring would adjust it twice.
      className="[overflow-anchor:none]"
      style={{
        paddingTop: first ? first.start - topPx : 0,
        paddingBottom: last ? virtualizer.getTotalSize() - (last.end - topPx) : 0,
      }}
    >
      {rows.map(({ key, index }) => {
        const day = days[index]
        if (!day) return null
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            aria-setsize={days.length}
            aria-posinset={index + 1}
            className="@container border-b border-line"
          >
            <HistoryRow day={day} today={today} />
          </li>
        )
      })}
    </ul>
  )
}

/** The list's offset on the page and its width; content above it may grow at any time. */
function useListPosition(list: RefObject<HTMLElement | null>) {
  const [position, setPosition] = useState({ topPx: 0, widthPx: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect()
      if (!box) return
      const next = { topPx: Math.round(box.top + window.scrollY), widthPx: Math.round(box.width) }
      setPosition((current) =>
        current.topPx === next.topPx && current.widthPx === next.widthPx ? current : next,
      )
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [list])
  return position
}

/** Accurate enough to keep the scrollbar steady until a row is measured. */
function estimatedRowPx(day: HistoryDay | undefined, widthPx: number): number {
  if (!day) return 0
  const isWide = widthPx > 640
  const charsPerLine = Math.max(24, Math.min(72, (widthPx - (isWide ? 400 : 56)) / 7.6))
  const commentsPx = [day.preEntry?.comment, day.postEntry?.comment].reduce(
    (sum, text) => sum + (text ? 12 + 22.5 * Math.ceil(text.length / charsPerLine) : 0),
    0,
  )
  return isWide ? Math.max(90, 75 + commentsPx) : 137 + commentsPx
}
