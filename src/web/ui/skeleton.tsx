// Skeleton: a placeholder in the final size of loading content. It doesn't shimmer.
import { clsx } from 'clsx'

/** A static block; `className` sets the final size and radius. Announce "Loading" once for a group of skeletons. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div aria-hidden="true" className={clsx('rounded-field bg-sunken forced-colors:border', className)} />
  )
}

/** Placeholder lines of text; the last one is shorter. */
export function SkeletonText({ lines = 3, className }: { lines?: number; className?: string }) {
  return (
    <div aria-hidden="true" className={clsx('grid', className)}>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className="flex h-[1lh] items-center">
          <div
            className={clsx(
              'h-3.5 rounded-pill bg-sunken forced-colors:border',
              line === lines - 1 ? 'w-3/5' : 'w-full',
            )}
          />
        </div>
      ))}
    </div>
  )
}
