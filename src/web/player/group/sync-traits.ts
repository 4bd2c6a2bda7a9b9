// What a player can do, and how closely a page keeps it in step with the group.

/** A player's abilities. All times and positions here are in seconds. */
export interface SyncTraits {
  /** Its rate may be changed: not YouTube's, nor a video that keeps its tempo (SYNC-09, SYNC-28). */
  canStretch: boolean
  /** The position counts as measured once it has run evenly for this long. */
  steadyFor: number
  /** The assumed cost of a seek until one is measured. */
  seekCostGuess: number
  /** Up to this, nothing is corrected; where the rate can't be changed, up to the second (SYNC-07, SYNC-08). */
  tolerance: number
  toleranceWithoutStretch: number
  /** A larger drift is worth a seek. */
  stretchMax: number
  secondsBetweenSeeks: number
  /** In five minutes; after them the player is left alone. */
  seeksMax: number
  /** A stall at a change of its rate marks the browser (SYNC-08). */
  learnsRateStalls: boolean
  /**
   * A seek can't be heard, its sounds can. Nothing is corrected while it speaks, and a seek also mends what a stretch may
   * not yet. Else a seek waits for a pause in speech, though not for ever.
   */
  isMostlySilent: boolean
}

export const mediaTraits: SyncTraits = {
  canStretch: true,
  steadyFor: 3,
  seekCostGuess: 0.3,
  tolerance: 0.4,
  toleranceWithoutStretch: 2,
  stretchMax: 6,
  secondsBetweenSeeks: 30,
  seeksMax: 3,
  learnsRateStalls: true,
  isMostlySilent: false,
}
export const youtubeTraits: SyncTraits = {
  ...mediaTraits,
  canStretch: false,
  steadyFor: 2,
  seekCostGuess: 1,
}
/** What is sent now: a lack of data is the sender's more often than the rate's, and doesn't mark the browser. */
export const liveTraits: SyncTraits = { ...mediaTraits, learnsRateStalls: false }
/** The sound of a silence, made on the device: a seek is cheap and can't be heard, only its strokes can (SEQ-11). */
export const silenceTraits: SyncTraits = {
  canStretch: true,
  steadyFor: 2,
  seekCostGuess: 0.05,
  tolerance: 0.1,
  toleranceWithoutStretch: 0.1,
  stretchMax: 0.3,
  secondsBetweenSeeks: 5,
  seeksMax: Number.POSITIVE_INFINITY,
  learnsRateStalls: false,
  isMostlySilent: true,
}
