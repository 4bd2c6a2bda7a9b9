// What this page knows of the member's sitting: whether it is active, and the day of the joined room.

let isSittingActive = false
let joinedDay: string | null = null

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
