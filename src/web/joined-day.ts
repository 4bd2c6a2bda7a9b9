// The joined day: energy entries made in a room belong to its day, also after midnight (ENERGY-19).

let joinedDay: string | null = null

/** Set when the page joins a room; null when it leaves. */
export function setJoinedDay(day: string | null): void {
  joinedDay = day
}

/** The joined day, or null outside a room. */
export function getJoinedDay(): string | null {
  return joinedDay
}
