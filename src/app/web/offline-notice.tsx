// Offline notice: shown while the browser has no connection.
import { useSyncExternalStore } from 'react'
import { PresenceDot } from '#web/ui/presence-dot.tsx'

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Overlays the screen, so that showing and hiding it shifts no layout. */
export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine)
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-4 top-[calc(var(--bar)+0.5rem)] z-40 grid justify-items-center"
    >
      {!isOnline && (
        <p className="motion-fade flex items-center gap-1.5 rounded-pill border border-line-strong bg-surface py-2 pr-5 pl-4 text-small">
          <PresenceDot tone="offline" />
          You’re offline. We’ll continue when the connection is back.
        </p>
      )}
    </div>
  )
}
