// Standstill: when a player that doesn't move, though it has data, is rebuilt. Pure: the time is an argument.

/** The state of the player at a check. */
export interface StandstillReading {
  nowMs: number
  /** In seconds. */
  position: number
  /** It should play: it is neither paused nor ended, and nothing has failed. */
  isWanted: boolean
  /** Data for the position is there or has arrived since the last check. */
  hasData: boolean
}

export interface Standstill {
  last: StandstillReading
  /** Since when it has data and doesn't move; null while it moves, or waits for data. */
  sinceMs: number | null
  /** Since it played last. */
  rebuilds: number
  /** For how many checks in a row it has moved. */
  movedChecks: number
}

/** How long it may stand still before each rebuild. Then a person is asked. */
const rebuildAfterMs = [6_000, 12_000, 24_000]

/** A seek may show as one movement: only this many checks in a row are playback. */
const playingChecks = 3

/** A page that slept, or a hidden one, checks rarely: that says nothing about its player. */
const checkGapMaxMs = 5_000

export function createStandstill(first: StandstillReading): Standstill {
  return { last: first, sinceMs: null, rebuilds: 0, movedChecks: 0 }
}

/** Takes in a check, about one a second; `shouldRebuild`: the player is rebuilt now. */
export function checkStandstill(
  { last, sinceMs, rebuilds, movedChecks }: Standstill,
  reading: StandstillReading,
): { state: Standstill; shouldRebuild: boolean } {
  const { nowMs, position, isWanted, hasData } = reading
  const hasMoved = position !== last.position
  const moved = hasMoved ? movedChecks + 1 : 0
  const state: Standstill = {
    last: reading,
    sinceMs: null,
    rebuilds: moved >= playingChecks ? 0 : rebuilds,
    movedChecks: moved,
  }
  if (!isWanted || hasMoved || nowMs - last.nowMs > checkGapMaxMs) return { state, shouldRebuild: false }
  const since = sinceMs ?? (hasData ? last.nowMs : null)
  const waitMs = rebuildAfterMs[rebuilds]
  const shouldRebuild = since !== null && waitMs !== undefined && nowMs - since >= waitMs
  return {
    state: shouldRebuild ? { ...state, rebuilds: rebuilds + 1 } : { ...state, sinceMs: since },
    shouldRebuild,
  }
}
