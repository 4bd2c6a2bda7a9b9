// The last startup step: registers the service worker and mounts the update notice. Loaded after everything else.
import { createRoot } from 'react-dom/client'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { onImportFailed } from '#web/use-lazy-import.ts'
import { isOverlayOpen, trackUnsentInput } from './prompt-timing.ts'
import { createReloadPromptStore, UpdateNotice } from './update-notice.tsx'
import { registerServiceWorker } from './register-service-worker.ts'

/** `entry` identifies this page's build: the path of its first script. */
export function startPwa(entry: string): void {
  const reloadPrompt = createReloadPromptStore()
  trackUnsentInput()
  onImportFailed(() => {
    // A pointer that merely crosses a button also loads its part, so failures without a press are ignored.
    if (!navigator.userActivation.isActive) return
    reloadPrompt.request('missing')
    if (isOverlayOpen()) toast({ ...importFailedToast, variant: 'destructive' })
  })
  const container = document.body.appendChild(document.createElement('div'))
  createRoot(container).render(<UpdateNotice store={reloadPrompt} reload={() => window.location.reload()} />)
  registerServiceWorker(entry, () => reloadPrompt.request('newer')).catch((error: unknown) =>
    logFailure('Service worker registration failed; the app opens only with a connection.', error),
  )
}

/** Shown where an overlay covers the update notice. */
const importFailedToast = {
  title: 'This part didn’t load',
  description: 'Close any open dialog and reload the page.',
}
