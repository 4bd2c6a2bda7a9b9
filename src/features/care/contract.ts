// API contract of the care card's setting.
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
    response: careChoiceSchema,
  }),
  chooseCare: endpoint({
    method: 'PUT',
    path: '/api/mood/care',
    isSilent: true,
    needs: 'energy.record',
    body: z.strictObject({ isOffered: z.boolean() }),
    response: careChoiceSchema,
    limits: [{ per: 'caller', perMinute: 30 }],
  }),
}
