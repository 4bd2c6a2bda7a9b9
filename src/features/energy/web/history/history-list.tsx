// History list, newest first; long lists are virtualized.
import { useEffect, useMemo } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useLazyImport } from '#web/use-lazy-import.ts'
import type { HistoryDay } from '../../history.ts'
import { HistoryRow } from './history-row.tsx'

// Up to two months are rendered completely, so that the browser's find, print and scrolling work on every day.
// Beyond that, rendering all rows would delay each keystroke of the search.
const maxUnvirtualizedRows = 62

const loadVirtualizedRows = async () => (await import('./virtualized-rows.tsx')).VirtualizedRows

/** `days` is oldest first. */
export function HistoryList({ days, today }: { days: readonly HistoryDay[]; today: string }) {
  const newestFirst = useMemo(() => [...days].reverse(), [days])
  const isLong = days.length > maxUnvirtualizedRows
  const [VirtualizedRows, load] = useLazyImport(loadVirtualizedRows)
  useEffect(() => {
    if (isLong) load()
  }, [isLong, load])
  if (isLong && VirtualizedRows) return <VirtualizedRows days={newestFirst} today={today} />
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
