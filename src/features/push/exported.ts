// The devices on which a member receives notices, in their export.
import * as z from 'zod/mini'

export const exportedPushSchema = z.object({
  /** The push service of the browser's maker, and when the device was last renewed. */
  devices: z.array(z.object({ service: z.string(), renewedAt: z.iso.datetime() })),
})
