// The days of the history as a list, the newest first; of a long one only what is in sight stands in the page.
import { useEffect, useMemo } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useLazyImport } from '#web/use-lazy-import.ts'
import type { HistoryDay } from '../../history.ts'
import { HistoryRow } from './history-row.tsx'

// Two months stand in the page whole: there the browser's own search, its print and its scrolling know every day.
// Beyond that drawing them all would hold up each keystroke of the search.
const maxUnvirtualizedRows = 62

const loadVirtualizedRows = async () => (await import('./virtualized-rows.tsx')).VirtualizedRows

/** `days` come oldest first. */
export function HistoryList({ days, today }: { days: readonly HistoryDay[]; today: string }) {
  const newestFirst = useMemo(() => [...days].reverse(), [days])
  const isLong = days.length > maxUnvirtualizedRows
  const [WindowedRows, load] = useLazyImport(loadVirtualizedRows)
  useEffect(() => {
    if (isLong) load()
  }, [isLong, load])
  if (isLong && WindowedRows) return <WindowedRows days={newestFirst} today={today} />
  return (
    <>
      <ul>
        {newestFirst.slice(0, maxUnvirtualizedRows).map((day) => (
          <li key={day.sessionDate} className="border-b border-line">
            <HistoryRow day={day} today={today} />
          </li>
        ))}
      </ul>
      {isLong && (
        <Button className="mt-4" onClick={load}>
          Show older days
        </Button>
      )}
    </>
  )
}
