// Stream events: nodes publish that a stream's state has changed, and read it again.
import * as z from 'zod/mini'
import { busChannel } from '#shared/bus-events.ts'

export const streamEvents = busChannel(
  'streams',
  z.object({ type: z.literal('changed'), sittingId: z.int() }),
)
