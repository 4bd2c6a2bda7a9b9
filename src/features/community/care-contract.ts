// The call for the care texts; a separate file, as a room reads them, but no other setting.
import { endpoint } from '#shared/endpoint.ts'
import { careSchema } from './care.ts'

export const careTextCalls = {
  /** The texts of the care card, the help panel and /care. */
  care: endpoint({
    method: 'GET',
    path: '/api/care',
    isSilent: true,
    needs: 'public',
    response: careSchema,
    limits: [{ per: 'caller', perMinute: 60 }],
  }),
}
