// History API contract: one's own time, and sample data. The entries are in the energy contract.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { endpoint } from '#shared/endpoint.ts'

/** A member's time on one day; `duration` in seconds, summed over the day's sessions. */
const dayTimeSchema = z.object({
  sessionDate: daySchema,
  duration: z.int().check(z.minimum(0)),
})
export type DayTime = z.infer<typeof dayTimeSchema>

export const historyCalls = {
  times: endpoint({
    method: 'GET',
    path: '/api/mood/sessions',
    needs: 'energy.record',
    response: z.array(dayTimeSchema),
    isCompressed: true,
  }),
  addSamples: endpoint({
    method: 'POST',
    path: '/api/mood/sample-data',
    needs: 'community.administer',
    response: z.object({ days: z.int() }),
    limits: [{ per: 'caller', perMinute: 6 }],
    creates: true,
  }),
}
