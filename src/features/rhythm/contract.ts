// API contract of a member's rhythm: the days on which they sat, and what they chose to see of them.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint } from '#shared/endpoint.ts'

export const rhythmChoicesSchema = z.strictObject({
  /** How many days a week the member wants to sit; null for none chosen (RHY-02). */
  daysAWeek: z.nullable(z.int().check(z.minimum(1), z.maximum(7))),
  /** Whether to count days in a row (RHY-03). */
  hasStreak: z.boolean(),
  /** Whether the rhythm is shown at all (RHY-06). */
  isShown: z.boolean(),
})
export type RhythmChoices = z.infer<typeof rhythmChoicesSchema>

export const rhythmCalls = {
  rhythm: endpoint({
    method: 'GET',
    path: '/api/rhythm',
    isSilent: true,
    needs: 'energy.record',
    response: z.object({
      /** The rooms' days on which the member sat, in order (RHY-01, RHY-04). */
      days: z.array(daySchema),
      choices: rhythmChoicesSchema,
    }),
    isCompressed: true,
  }),
  /** Changes the fields of the body, and returns all. */
  chooseRhythm: endpoint({
    method: 'PUT',
    path: '/api/rhythm',
    isSilent: true,
    needs: 'energy.record',
    body: z.partial(rhythmChoicesSchema),
    response: rhythmChoicesSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
}
