// What this page knows of the member's sitting: whether it is active, and the day of the joined room.

let isSittingActive = false
let joinedDay: string | null = null
let isQuietNow = false
const quietListeners = new Set<() => void>()

/** True when a sitting starts, false when it ends or the member leaves. */
export function setSitting(isNow: boolean): void {
  isSittingActive = isNow
}

/** Whether a sitting is active, from opening its screen until its video has ended: prompts that can wait stay quiet. */
export function isSitting(): boolean {
  return isSittingActive
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
export function setQuiet(isNow: boolean): void {
  if (isNow === isQuietNow) return
  isQuietNow = isNow
  for (const listener of quietListeners) listener()
}

/** Whether everyone on this screen sits: nothing speaks or shows up by itself (PHASE-11). */
export function isQuiet(): boolean {
  return isQuietNow
}

/** Returns the function that unsubscribes. */
export function onQuietChange(listener: () => void): () => void {
  quietListeners.add(listener)
  return () => quietListeners.delete(listener)
}
