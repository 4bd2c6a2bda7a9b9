// Updates of an open page by the clock.
import { onDaysChange } from './community-days.ts'
import { onClockJump } from './server-clock.ts'

/**
 * Runs `update` at once, again after the milliseconds that it returns (null for no more), after a change of the community's
 * zone, when the server's clock has jumped, and whenever the page is shown or hidden, since browsers delay a hidden tab's
 * timers. Returns the function that stops it.
 */
export function runOnTime(update: () => number | null): () => void {
  let timer: ReturnType<typeof setTimeout>
  const run = () => {
    clearTimeout(timer)
    const leftMs = update()
    if (leftMs !== null) timer = setTimeout(run, leftMs)
  }
  run()
  const controller = new AbortController()
  const { signal } = controller
  document.addEventListener('visibilitychange', run, { signal })
  window.addEventListener('pageshow', run, { signal })
  const unsubscribes = [onDaysChange(run), onClockJump(run)]
  return () => {
    clearTimeout(timer)
    controller.abort()
    for (const unsubscribe of unsubscribes) unsubscribe()
  }
}
