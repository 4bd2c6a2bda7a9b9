// The room's answer: how the energy of those who sat together has changed on average, and when a number may be shown.
import * as z from 'zod/mini'
import { reflectionPairsMinLeast, reflectionStep } from '#shared/constants.ts'
import type { Sitting } from '#features/sittings/sitting.ts'

/** The answer as pages receive it. */
export const reflectionSchema = z.object({
  scheduleId: z.int(),
  /** The doors of its sitting: a schedule that a host begins again has another answer. */
  doorsAt: z.int(),
  /** The members that it is the mean of; never fewer (PULSE-06). */
  pairs: z.int().check(z.minimum(reflectionPairsMinLeast)),
  /** In tenths of a center; a fall is 0 (PULSE-08). */
  changeTenths: z.int().check(z.minimum(0)),
})
export type Reflection = z.infer<typeof reflectionSchema>

export const energyServerMessages = {
  /** The room's answer to a sitting; each number comes once, and the latest one to whoever joins (PULSE-09). */
  'room-reflection': {
    scope: 'room',
    schema: z.object({ type: z.literal('room-reflection'), reflection: reflectionSchema }),
  },
} as const
export type EnergyServerMessage = z.infer<(typeof energyServerMessages)['room-reflection']['schema']>

/** Whether an answer is that of a sitting. */
export function isReflectionOf(
  { scheduleId, doorsAt }: Reflection,
  sitting: Pick<Sitting, 'id' | 'doorsAt'>,
): boolean {
  return scheduleId === sitting.id && doorsAt === sitting.doorsAt
}

/** The mean of changes, at least one, in tenths; exactly 0.05 is still nothing (PULSE-05, PULSE-08). */
export function meanInTenths(changes: readonly number[]): number {
  const sum = changes.reduce((total, change) => total + change, 0)
  return 20 * sum === changes.length ? 0 : Math.round((10 * sum) / changes.length)
}

/** The members of each published number of a sitting: those added or left out since the number before it. */
export type PublishedSteps = readonly (readonly string[])[]

/**
 * The step to the number of these members; null while it may not be published: with fewer than `pairsMin`, or while
 * it differs from any published number by fewer than `reflectionStep` members, as the difference would tell
 * something about those few (PULSE-06, PULSE-07).
 */
export function nextStep(
  members: ReadonlySet<string>,
  steps: PublishedSteps,
  pairsMin: number,
): string[] | null {
  if (members.size < pairsMin) return null
  const published = new Set<string>()
  /** How many members differ from the number before the first: from nobody. */
  let difference = members.size
  for (const step of steps) {
    for (const member of step) {
      if (!published.delete(member)) published.add(member)
      difference += published.has(member) === members.has(member) ? -1 : 1
    }
    if (difference < reflectionStep) return null
  }
  return [...members, ...published].filter((member) => members.has(member) !== published.has(member))
}
