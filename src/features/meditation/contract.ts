// The call for the day's meditation.
import * as z from 'zod/mini'
import { daySchema, timeSchema } from '#shared/day.ts'
import { endpoint } from '#shared/endpoint.ts'

const difficulties = ['Beginner', 'Intermediate', 'Advanced'] as const

const sessionStepSchema = z.object({
  number: z.int(),
  title: z.string(),
  description: z.string(),
})

/** The meditation of one Chicago day; `duration` in minutes, `scheduledTime` in Chicago wall time. */
export const dailyMeditationSchema = z.object({
  date: daySchema,
  title: z.string(),
  description: z.string(),
  videoUrl: z.string(),
  thumbnailUrl: z.nullable(z.string()),
  captionsUrl: z.nullable(z.string()),
  instructor: z.string(),
  instructorTitle: z.string(),
  duration: z.int(),
  difficulty: z.enum(difficulties),
  sessionSteps: z.array(sessionStepSchema),
  scheduledTime: timeSchema,
})
export type DailyMeditation = z.infer<typeof dailyMeditationSchema>

export const meditationCalls = {
  today: endpoint({
    method: 'GET',
    path: '/api/meditation/today',
    needs: 'meditation.join',
    answer: z.nullable(dailyMeditationSchema),
  }),
}
