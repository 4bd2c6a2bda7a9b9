// The SQL of the day's meditation.
import type { Executor } from '#server/db.ts'
import type { DailyMeditation } from '../contract.ts'

/** The active meditation of a day, or null when there is none. */
export async function meditationOf(db: Executor, day: string): Promise<DailyMeditation | null> {
  const row = await db
    .selectFrom('schedules')
    .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
    .select([
      'schedules.date',
      'schedules.scheduledTime',
      'template.title',
      'template.description',
      'template.videoUrl',
      'template.thumbnailUrl',
      'template.captionsUrl',
      'template.instructor',
      'template.instructorTitle',
      'template.duration',
      'template.difficulty',
      'template.sessionSteps',
    ])
    .where('schedules.date', '=', day)
    .where('schedules.isActive', '=', true)
    .executeTakeFirst()
  return row ?? null
}
