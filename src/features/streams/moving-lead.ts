// The lead that a page plays by. It moves to a new one as slowly as a player is stretched, so no page jumps (STREAM-04).

/** Times in milliseconds. */
export interface MovingLead {
  fromMs: number
  toMs: number
  /** By the room clock. */
  sinceMs: number
}

/** Below the stretch of 4 %, which has pauses: the player keeps up. */
const pace = 0.03

export function stillLead(leadMs: number): MovingLead {
  return { fromMs: leadMs, toMs: leadMs, sinceMs: 0 }
}

export function leadAt({ fromMs, toMs, sinceMs }: MovingLead, nowMs: number): number {
  const moved = Math.max(0, nowMs - sinceMs) * pace
  return toMs > fromMs ? Math.min(toMs, fromMs + moved) : Math.max(toMs, fromMs - moved)
}

/** On its way to another lead from a moment on. */
export function moveLead(lead: MovingLead, toMs: number, nowMs: number): MovingLead {
  return toMs === lead.toMs ? lead : { fromMs: leadAt(lead, nowMs), toMs, sinceMs: nowMs }
}
