// Hall events: nodes publish that the halls of a sitting have changed, and count them again.
import * as z from 'zod/mini'
import { busChannel } from '#shared/bus-events.ts'

export const hallEvents = busChannel('halls', z.object({ type: z.literal('changed'), sittingId: z.int() }))
