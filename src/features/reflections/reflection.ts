// The room's energy: one number per sitting, the members' average change from Before to After.
import * as z from 'zod/mini'
import type { Sitting } from '#features/sittings/sitting.ts'
import { reflectionDelayMs, reflectionPairsMinLeast, reflectionTenthsPairsMin } from '#shared/constants.ts'

/** The number as pages receive it. */
export const reflectionSchema = z.object({
  sittingId: z.int(),
  /** How many members the mean includes; never fewer than the minimum (PULSE-06). */
  pairs: z.int().check(z.minimum(reflectionPairsMinLeast)),
  /** In tenths of a center; a fall is 0 (PULSE-08). */
  changeTenths: z.int().check(z.minimum(0)),
})
export type Reflection = z.infer<typeof reflectionSchema>

/** That of the sitting, of a room's last one; null without it. */
export function reflectionOf(
  sitting: Pick<Sitting, 'id'> | null,
  last: Reflection | null,
): Reflection | null {
  return last !== null && last.sittingId === sitting?.id ? last : null
}

export const reflectionServerMessages = {
  /** The number of a sitting: when it is published, and to everyone who joins later (PULSE-09). */
  'room-reflection': {
    scope: 'room',
    schema: z.object({ type: z.literal('room-reflection'), reflection: reflectionSchema }),
  },
} as const
export type ReflectionServerMessage = z.infer<(typeof reflectionServerMessages)['room-reflection']['schema']>

/** When a sitting's number is published, once, in epoch milliseconds (PULSE-07). */
export function reflectionAt({ sharingAt, endsAt }: Pick<Sitting, 'sharingAt' | 'endsAt'>): number {
  return Math.min(sharingAt + reflectionDelayMs, endsAt)
}

/**
 * The mean of at least one change, in tenths of a center. Small rooms round to half centers: with tenths, members
 * who know each other's changes could compute the last one exactly (PULSE-05, T67).
 */
export function meanInTenths(changes: readonly number[]): number {
  const sum = changes.reduce((total, change) => total + change, 0)
  const step = changes.length < reflectionTenthsPairsMin ? 5 : 1
  // Falls are rounded like rises.
  return Math.sign(sum) * step * Math.round((10 * Math.abs(sum)) / changes.length / step)
}
