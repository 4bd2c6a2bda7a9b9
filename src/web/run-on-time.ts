// Updates of an open page by the clock.
import { onDaysChange } from './community-days.ts'
import { onClockJump } from './server-clock.ts'

/**
 * Runs `update` at once, and again after the milliseconds that it returns (null for no more). Also after a change of
 * the community's zone or a jump of the server's clock, and whenever the page is shown or hidden. Browsers delay a
 * hidden tab's timers. Returns the function that stops it.
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
