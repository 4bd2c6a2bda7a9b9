// The playback of a journey: which session is shown, and whether it goes on by itself (JRNY-04, JRNY-05).

/** What is played: days in order. */
type SessionDays = readonly { sessionDate: string }[]

export interface JourneyPlaybackState {
  /** The day that is shown; null is the first. By its date, so that days may come and go around it. */
  day: string | null
  isPlaying: boolean
  /** Counts the steps: with each of them a session's time begins anew, also when the same one is shown again. */
  step: number
}

/** Where a journey begins: paused, at the first session. */
export const initialPlayback: JourneyPlaybackState = { day: null, isPlaying: false, step: 0 }

/** The index of the session that is shown; where its day is gone, of the next one that is left. 0 without days. */
export function sessionIndex({ day }: JourneyPlaybackState, days: SessionDays): number {
  if (day === null) return 0
  const index = days.findIndex(({ sessionDate }) => sessionDate >= day)
  return index === -1 ? Math.max(0, days.length - 1) : index
}

/** Play or pause. */
export function togglePlayback(playback: JourneyPlaybackState): JourneyPlaybackState {
  return { ...playback, isPlaying: !playback.isPlaying }
}

/** At another session; beyond the ends it is the last or the first. What plays goes on playing. */
export function seekPlayback(
  playback: JourneyPlaybackState,
  days: SessionDays,
  index: number,
): JourneyPlaybackState {
  const day = days[Math.max(0, Math.min(index, days.length - 1))]
  return { ...playback, day: day?.sessionDate ?? null, step: playback.step + 1 }
}

/** After the session's time has passed: the next one; from the last it stops and returns to the first. */
export function advancePlayback(playback: JourneyPlaybackState, days: SessionDays): JourneyPlaybackState {
  const next = sessionIndex(playback, days) + 1
  return next < days.length
    ? seekPlayback(playback, days, next)
    : { ...seekPlayback(playback, days, 0), isPlaying: false }
}
