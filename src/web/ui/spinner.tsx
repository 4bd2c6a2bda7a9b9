// Waiting: the opening rosette, full screen or in place.
import { OpeningRosette } from './rosette.tsx'

/** Fills the screen while nothing can be shown yet, and says 'Loading...'. [SHELL-01] */
export function FullScreenSpinner() {
  return (
    <div role="status" className="grid min-h-dvh place-items-center bg-bg">
      <div className="grid justify-items-center gap-5 text-ink-2">
        <OpeningRosette size={56} />
        <p>Loading...</p>
      </div>
    </div>
  )
}

/** The same in the place of a part of a screen; `label` is what is awaited. */
export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className="flex items-center gap-3 text-ink-2">
      <OpeningRosette size={24} />
      <span>{label}</span>
    </div>
  )
}
