// Rules of help: how long a request stays with its moderator, and when it counts as not seen.

/** How long a request stays with its moderator after their last socket has closed. */
export const takeHoldsMs = 60_000
/** A request that no moderator took within this time is shown as not seen. */
export const unseenAfterMs = 60_000

/** Moderators joining or leaving send no message: pages poll this often while help is on the screen. */
export const helpPollMs = 15_000

export interface Holder {
  mayModerate: boolean
  /** When their last socket in a room closed, on any node; null while one is open. Epoch milliseconds. */
  lastSocketClosedAtMs: number | null
  /** When they last took or replied to the request. */
  actedAtMs: number
}

/** Whether a taken request is still its holder's; else another moderator may take it over (HELP-04). */
export function holdsRequest(
  { mayModerate, lastSocketClosedAtMs, actedAtMs }: Holder,
  nowMs: number,
): boolean {
  if (!mayModerate) return false
  return lastSocketClosedAtMs === null || nowMs < Math.max(lastSocketClosedAtMs, actedAtMs) + takeHoldsMs
}
