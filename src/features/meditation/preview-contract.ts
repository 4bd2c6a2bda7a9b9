// The endpoint of the preview on /auth; a separate file, to keep the other calls out of the first load.
import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { textLanguageSchema } from '#shared/translations.ts'

/** Today's meditation and its length in minutes, its bell, the next day with a meditation, and who sat yesterday. */
const previewSchema = z.object({
  today: z.nullable(z.object({ title: z.string(), language: textLanguageSchema, duration: z.int() })),
  /** Today's bell in epoch milliseconds; null without one, or if it was cancelled. */
  startsAt: z.nullable(z.int()),
  tomorrow: z.nullable(z.object({ title: z.string(), language: textLanguageSchema })),
  /** The first day after today with a meditation; null if none is scheduled. */
  nextDay: z.nullable(z.string()),
  /** The number of members with time yesterday; null if there were few. */
  satYesterday: z.nullable(z.int()),
})
export type MeditationPreview = z.infer<typeof previewSchema>

export const previewCalls = {
  preview: endpoint({
    method: 'GET',
    path: '/api/meditation/preview',
    needs: 'public',
    isForOpenDoor: true,
    response: previewSchema,
    limits: [{ per: 'address', perMinute: 60 }],
  }),
}
