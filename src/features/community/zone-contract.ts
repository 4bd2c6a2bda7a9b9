// The endpoint of the community's zone; a separate file, since every page needs it, but not the other calls.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

const zoneEraSchema = z.object({
  /** The first day of the era. */
  fromDay: z.string(),
  /** The IANA time zone by whose clock its days begin. */
  zone: z.string(),
})

export const zoneCalls = {
  /** The eras of the community's zone, in the order of their days; each page brings the response along. */
  community: endpoint({
    method: 'GET',
    path: '/api/community',
    needs: 'public',
    response: z.object({ zones: z.array(zoneEraSchema) }),
    limits: [{ per: 'caller', perMinute: 60 }],
  }),
}
