// A sitting as pages receive it, and the settings of a schedule that starts together.
import * as z from 'zod/mini'
import { daySchema } from '#shared/day-schema.ts'
import { t, message, type Message, translate } from '#shared/i18n/t.ts'
import { wholeNumberSchema } from '#shared/whole-number.ts'

/** A whole number with a message that names its bounds. */
export const wholeBetween = (name: Message, min: number, max: number) => {
  return wholeNumberSchema([min, max], (bounds) =>
    t('{name}: a whole number from {min} to {max}.', { name: translate(name), ...bounds }),
  )
}

/** Whether a schedule starts together, and the length of its parts (PHASE-02). */
export const sittingSettingsSchema = z.object({
  together: z.boolean(),
  doorsMinutes: wholeBetween(message('Minutes that the doors are open before'), 0, 60),
  gatherSeconds: wholeBetween(message('Seconds of gathering'), 0, 600),
  bellSeconds: wholeBetween(message('Seconds of the bell'), 0, 30),
  silenceMinutes: wholeBetween(message('Minutes of silence'), 0, 180),
  sharingMinutes: wholeBetween(message('Minutes of sharing'), 0, 120),
})
export type SittingSettings = z.infer<typeof sittingSettingsSchema>

const momentSchema = z.int()

/** A sitting. Times are epoch milliseconds of the room clock (PHASE-03). */
export const sittingSchema = z.object({
  id: z.int(),
  /** The day of its room: a sitting that goes on after midnight stays in the room where it began. */
  day: daySchema,
  /** The schedule that it comes from; null once that is deleted. */
  scheduleId: z.nullable(z.int()),
  /** Grows with every change; a page applies only a higher one (PHASE-19). */
  version: z.int(),
  doorsAt: momentSchema,
  gatherAt: momentSchema,
  /** The bell. */
  startsAt: momentSchema,
  videoAt: momentSchema,
  /** The end of the silence: the second bell. */
  sharingAt: momentSchema,
  endsAt: momentSchema,
  mediaSeconds: z.number(),
  /** The video may never be played faster or slower. */
  keepsTempo: z.boolean(),
  cancelled: z.boolean(),
  cancelNote: z.nullable(z.string()),
})
export type Sitting = z.infer<typeof sittingSchema>

export const sittingServerMessages = {
  /**
   * A host or an administrator has changed a sitting of the room; applied only if its `version` is higher. Null when it no
   * longer takes place.
   */
  'sitting-changed': {
    scope: 'room',
    schema: z.object({
      type: z.literal('sitting-changed'),
      id: z.int(),
      sitting: z.nullable(sittingSchema),
    }),
  },
} as const
export type SittingServerMessage = z.infer<(typeof sittingServerMessages)['sitting-changed']['schema']>
