// Journey playback state: the shown session, and whether it advances by itself (JRNY-04, JRNY-05).

/** The played days, in order. */
type SessionDays = readonly { sessionDate: string }[]

export interface JourneyPlaybackState {
  /** The date of the shown session, null for the first. A date stays valid when other days are added or removed. */
  day: string | null
  isPlaying: boolean
  /** Incremented per step: each one restarts the session's time, even when the same session is shown again. */
  step: number
}

/** The initial state: paused at the first session. */
export const initialPlayback: JourneyPlaybackState = { day: null, isPlaying: false, step: 0 }

/** The index of the shown session. If its day is gone, the next remaining one; 0 without days. */
export function sessionIndex({ day }: JourneyPlaybackState, days: SessionDays): number {
  if (day === null) return 0
  const index = days.findIndex(({ sessionDate }) => sessionDate >= day)
  return index === -1 ? Math.max(0, days.length - 1) : index
}

export function togglePlayback(playback: JourneyPlaybackState): JourneyPlaybackState {
  return { ...playback, isPlaying: !playback.isPlaying }
}

/** Moves to a session, clamped to the ends; playback continues. */
export function seekPlayback(
  playback: JourneyPlaybackState,
  days: SessionDays,
  index: number,
): JourneyPlaybackState {
  const day = days[Math.max(0, Math.min(index, days.length - 1))]
  return { ...playback, day: day?.sessionDate ?? null, step: playback.step + 1 }
}

/** Advances after a session's time; after the last one it stops and returns to the first. */
export function advancePlayback(playback: JourneyPlaybackState, days: SessionDays): JourneyPlaybackState {
  const next = sessionIndex(playback, days) + 1
  return next < days.length
    ? seekPlayback(playback, days, next)
    : { ...seekPlayback(playback, days, 0), isPlaying: false }
}
