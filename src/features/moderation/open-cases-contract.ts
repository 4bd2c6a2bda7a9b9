// Moderation API of the bar's count. It has a file of its own, since a moderator's first load has it on every screen.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

export const openCasesCalls = {
  /** How many cases no moderator has decided. */
  openCases: endpoint({
    method: 'GET',
    path: '/api/moderation/cases/count',
    isSilent: true,
    needs: 'chat.moderate',
    response: z.object({ openCases: z.int() }),
  }),
}
