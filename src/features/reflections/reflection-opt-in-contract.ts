// API contract of the reflection opt-in.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

const reflectionOptInSchema = z.object({
  /** Whether a member is part of the room's energy; null before their first choice (PULSE-04). */
  isOptedIn: z.nullable(z.boolean()),
  /** The pairs that the room's energy needs at least (PULSE-06). */
  pairsMin: z.int(),
})

export const reflectionOptInCalls = {
  reflectionOptIn: endpoint({
    method: 'GET',
    path: '/api/mood/reflection-opt-in',
    isSilent: true,
    needs: 'energy.record',
    response: reflectionOptInSchema,
  }),
  /** Applies to numbers that aren't published yet (PULSE-10). */
  chooseReflectionOptIn: endpoint({
    method: 'PUT',
    path: '/api/mood/reflection-opt-in',
    isSilent: true,
    needs: 'energy.record',
    body: z.strictObject({ isOptedIn: z.boolean() }),
    response: reflectionOptInSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
}
