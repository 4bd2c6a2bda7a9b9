// The member's visit on this page: whether it is active, and the day of the joined room.

let isActiveNow = false
let joinedDay: string | null = null
let isMeditatingNow = false
const meditatingListeners = new Set<() => void>()

/** True when a visit starts, false when it ends or the member leaves. */
export function setVisitActive(isNow: boolean): void {
  isActiveNow = isNow
}

/** Whether a visit is active, from opening its screen until its video has ended: deferrable prompts wait. */
export function isVisitActive(): boolean {
  return isActiveNow
}

/** Set when the page joins a room; null when it leaves. */
export function setJoinedDay(day: string | null): void {
  joinedDay = day
}

/** The joined day, to which energy entries belong even after midnight (ENERGY-19), or null outside a room. */
export function getJoinedDay(): string | null {
  return joinedDay
}

/** True from the bell to the end of the silence of a sitting on this screen. */
export function setMeditating(isNow: boolean): void {
  if (isNow === isMeditatingNow) return
  isMeditatingNow = isNow
  for (const listener of meditatingListeners) listener()
}

/** While true, the page shows and announces nothing unprompted (PHASE-11). */
export function isMeditating(): boolean {
  return isMeditatingNow
}

/** Returns the function that unsubscribes. */
export function onMeditatingChange(listener: () => void): () => void {
  meditatingListeners.add(listener)
  return () => meditatingListeners.delete(listener)
}
