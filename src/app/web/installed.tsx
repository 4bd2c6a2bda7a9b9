// What comes last: the service worker, and the line that says when a newer version is ready. Loaded when all else is.
import { createRoot } from 'react-dom/client'
import { logFailure } from '#web/log.ts'
import { toast } from '#web/toast-store.ts'
import { onMissingPart } from '#web/use-loaded.ts'
import { isCovered, watchWriting } from './good-moment.ts'
import { createWishes, UpdateNote } from './update-note.tsx'
import { followWorker } from './worker-news.ts'

/** `entry` names the build of this page: the address of its first script. */
export function beInstalled(entry: string): void {
  const wishes = createWishes()
  watchWriting()
  onMissingPart(() => {
    // A pointer that only passes over a button asks for its part too.
    if (!navigator.userActivation.isActive) return
    wishes.make('missing')
    if (isCovered()) toast({ ...partMissing, variant: 'destructive' })
  })
  const place = document.body.appendChild(document.createElement('div'))
  createRoot(place).render(<UpdateNote wishes={wishes} reload={() => window.location.reload()} />)
  followWorker(entry, () => wishes.make('newer')).catch((error: unknown) =>
    logFailure('Without its service worker the app needs a connection to open.', error),
  )
}

/** Where the line itself can't be reached. */
const partMissing = { title: 'This part didn’t come', description: 'Close what is open and reload the page.' }
