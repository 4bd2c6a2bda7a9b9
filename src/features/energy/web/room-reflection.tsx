// The room's answer as a sentence; it changes at most with each number that the room publishes (PULSE-08).
import { reflectionSentence } from '../format-reflection.ts'
import type { Reflection } from '../reflection.ts'

/** Mounted before its number, so that screen readers announce it. */
export function RoomReflection({ reflection }: { reflection: Reflection | null }) {
  return (
    <p role="status" className="font-medium text-balance tabular-nums">
      {reflection && reflectionSentence(reflection)}
    </p>
  )
}
