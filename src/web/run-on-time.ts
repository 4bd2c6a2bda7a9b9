// Updates of an open page by the clock.
import { onDaysChange } from './community-days.ts'

/**
 * Runs `update` at once, again after the milliseconds that it returns (null for no more), after a change of the community's
 * zone, and whenever the page is shown or hidden, since browsers delay a hidden tab's timers. Returns the function that
 * stops it.
 */
export function runOnTime(update: () => number | null): () => void {
  let timer: ReturnType<typeof setTimeout>
  const run = () => {
    clearTimeout(timer)
    const leftMs = update()
    if (leftMs !== null) timer = setTimeout(run, leftMs)
  }
  run()
  document.addEventListener('visibilitychange', run)
  const unsubscribe = onDaysChange(run)
  return () => {
    clearTimeout(timer)
    unsubscribe()
    document.removeEventListener('visibilitychange', run)
  }
}
