// What comes last: the service worker, and the line that says when a newer version is ready. Loaded when all else is.
import { createRoot } from 'react-dom/client'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { onImportFailed } from '#web/use-lazy-import.ts'
import { isOverlayOpen, trackUnsentInput } from './prompt-timing.ts'
import { createReloadPromptStore, UpdateNotice } from './update-notice.tsx'
import { registerServiceWorker } from './register-service-worker.ts'

/** `entry` names the build of this page: the address of its first script. */
export function startPwa(entry: string): void {
  const wishes = createReloadPromptStore()
  trackUnsentInput()
  onImportFailed(() => {
    // A pointer that only passes over a button asks for its part too.
    if (!navigator.userActivation.isActive) return
    wishes.make('missing')
    if (isOverlayOpen()) toast({ ...importFailedToast, variant: 'destructive' })
  })
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(<UpdateNotice wishes={wishes} reload={() => window.location.reload()} />)
  registerServiceWorker(entry, () => wishes.make('newer')).catch((error: unknown) =>
    logFailure('Without its service worker the app needs a connection to open.', error),
  )
}

/** Where the line itself can't be reached. */
const importFailedToast = {
  title: 'This part didn’t come',
  description: 'Close what is open and reload the page.',
}
