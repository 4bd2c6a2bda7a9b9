// The day whose room this page has joined: what is noted meanwhile is for that day, also after midnight (ENERGY-19).

let joinedDay: string | null = null

/** Names the day when a room is joined, and takes it back when the room is left. */
export function setJoinedDay(day: string | null): void {
  joinedDay = day
}

/** The joined day, or null outside a room. */
export function getJoinedDay(): string | null {
  return joinedDay
}
