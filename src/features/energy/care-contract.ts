// API contract of the care card's choice; a file of its own, so that the first load doesn't have it.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

/** Whether the care card may be shown to a member (CARE-05). */
const careChoiceSchema = z.object({ isOffered: z.boolean() })

export const careCalls = {
  careChoice: endpoint({
    method: 'GET',
    path: '/api/mood/care',
    isSilent: true,
    needs: 'energy.record',
    answer: careChoiceSchema,
  }),
  chooseCare: endpoint({
    method: 'PUT',
    path: '/api/mood/care',
    isSilent: true,
    needs: 'energy.record',
    body: z.strictObject({ isOffered: z.boolean() }),
    answer: careChoiceSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
}
