// Shown in place of a screen that failed to load or render.
import { ErrorPanel } from '#web/ui/error-panel.tsx'

export function LoadFailed() {
  return (
    <div className="mx-auto grid w-full max-w-120 flex-1 content-center px-4 py-16">
      <ErrorPanel title="This page didn’t load" onRetry={() => window.location.reload()}>
        The connection may have dropped for a moment. Nothing of yours is lost.
      </ErrorPanel>
    </div>
  )
}
