// The endpoint of the preview on /auth; a separate file, to keep the other calls out of the first load.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

/** Today's meditation and its length in minutes, the next day with a meditation, and how many members sat yesterday. */
const previewSchema = z.object({
  today: z.nullable(z.object({ title: z.string(), duration: z.int() })),
  tomorrow: z.nullable(z.object({ title: z.string() })),
  /** The first day after today with a meditation; null if none is scheduled. */
  nextDay: z.nullable(z.string()),
  satYesterday: z.int(),
})
export type MeditationPreview = z.infer<typeof previewSchema>

export const previewCalls = {
  preview: endpoint({
    method: 'GET',
    path: '/api/meditation/preview',
    needs: 'public',
    response: previewSchema,
    limits: [{ per: 'address', perMinute: 60 }],
  }),
}
