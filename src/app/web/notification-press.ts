// A press on a notification while a page is open: the worker shows the page, which goes where the notification leads.
import { serviceWorkers } from '#web/secure-context.ts'
import { isSeated } from '#web/visit-state.ts'

/** Calls `navigate` with the path of each pressed notification, unless the member sits on this page. */
export function followNotifications(navigate: (path: string) => unknown): void {
  serviceWorkers()?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const path = typeof data === 'object' && data !== null && 'noticePath' in data ? data.noticePath : null
    // A path of this site.
    if (typeof path === 'string' && /^\/(?![/\\])/.test(path) && !isSeated()) void navigate(path)
  })
}
