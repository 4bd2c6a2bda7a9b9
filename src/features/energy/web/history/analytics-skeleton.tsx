// Skeleton of cards, chart and list while the history loads.
import { Skeleton } from '#web/ui/skeleton.tsx'
import { SummaryCards } from './summary-cards.tsx'

export function AnalyticsSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading your history
      </p>
      <SummaryCards summary={null} />
      <div className="grid gap-4">
        <Skeleton className="h-10 w-4/5 max-w-100" />
        <Skeleton className="h-6 w-3/5 max-w-100" />
        <Skeleton className="mt-4 min-h-84" />
      </div>
      <div className="grid gap-5">
        <Skeleton className="h-7 w-40" />
        <Skeleton className="h-11.5" />
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} className="h-20.5" />
        ))}
      </div>
    </>
  )
}
