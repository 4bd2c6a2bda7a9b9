// Whether a stroke is heard from elsewhere, or the page's bell has to ring it: never both (SEQ-04, STREAM-18).

/** Further from the room clock, the sound's own stroke would be noticed as wrong. */
const soundMaxOffMs = 500

/** A sound in which the strokes are. */
export interface SoundReading {
  /** It plays, aloud. */
  isHeard: boolean
  /** The moment whose sound it plays, in epoch milliseconds of the room clock. */
  atMs: number
}

/**
 * `nowMs` and `strokeAtMs` are instants of the room clock; `sound` is null while none is loaded. `wasRung` is the
 * judgement before this one: a sound that stops after its stroke has rung it.
 */
export function isRungBySound(
  strokeAtMs: number,
  nowMs: number,
  sound: SoundReading | null,
  wasRung: boolean,
): boolean {
  if (sound === null) return false
  if (sound.isHeard && Math.abs(sound.atMs - nowMs) <= soundMaxOffMs) return true
  return wasRung && nowMs >= strokeAtMs && sound.atMs >= strokeAtMs
}

/** A teacher who is silent two seconds before a stroke won't ring it. */
const teacherJudgedMs = 2_000

/** Whether the teacher rings a stroke. `wasRung` is the judgement before this one, null before the first. */
export function isRungByTeacher(
  strokeAtMs: number,
  nowMs: number,
  isHeard: boolean,
  wasRung: boolean | null,
): boolean {
  return wasRung === null || nowMs < strokeAtMs - teacherJudgedMs ? isHeard : wasRung
}
