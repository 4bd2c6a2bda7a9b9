// Formats the room's energy.
import { formatNumber } from '#shared/format-number.ts'
import type { Reflection } from './reflection.ts'

/** The number as a sentence: never a fall (PULSE-08). */
export function reflectionSentence({ pairs, changeTenths }: Reflection): string {
  const people = `(${formatNumber(pairs)} people)`
  return changeTenths > 0
    ? `The room rose by ${(changeTenths / 10).toFixed(1)} centers ${people}`
    : `The room has settled ${people}`
}
