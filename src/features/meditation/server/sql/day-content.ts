// SQL of a day's meditation: its template, the sittings of its room, and the next meditation.
import { sql } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import { addDays } from '#shared/day.ts'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { sittingOfMoment } from '#features/sittings/moment.ts'
import { isUnderWay } from '#features/sittings/phases.ts'
import type { DailyMeditation, NextMeditation } from '../../contract.ts'

/** A day's meditation and the sittings of its room in the order of their doors; frozen, so that it is serialized once. */
export interface DayContent {
  /** Without a sitting; null on a day without a meditation. */
  meditation: DailyMeditation | null
  sittings: readonly { sitting: Sitting; ahead: DailyMeditation; underWay: DailyMeditation }[]
}

/** The active meditation of a day with its template's video, and the sittings of its room. */
export async function readDayContent(db: Executor, day: string): Promise<DayContent> {
  const [row, sittings] = await Promise.all([
    db
      .selectFrom('schedules')
      .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
      .select([
        'schedules.id as scheduleId',
        'schedules.date',
        'template.title',
        'template.description',
        'template.videoUrl',
        'template.audioUrl',
        'template.thumbnailUrl',
        'template.captionsUrl',
        'template.instructor',
        'template.instructorTitle',
        'template.duration',
        'template.difficulty',
        'template.sessionSteps',
        'schedules.scheduledTime',
        'schedules.timeZone',
        'schedules.dayShift',
        'schedules.together',
      ])
      .select(nextMeditation(day).as('next'))
      .where('schedules.date', '=', day)
      .where('schedules.isActive', '=', true)
      .executeTakeFirst(),
    storedSittingsBetween(db, { from: day, to: day }),
  ])
  if (!row) return { meditation: null, sittings: [] }
  return {
    meditation: Object.freeze({ ...row, sitting: null }),
    sittings: sittings.map(({ sitting, media: { videoUrl, audioUrl } }) => ({
      sitting,
      ahead: Object.freeze({ ...row, sitting }),
      // A template that changes meanwhile doesn't change a sitting under way (PHASE-21).
      underWay: Object.freeze({ ...row, videoUrl, audioUrl, sitting }),
    })),
  }
}

const nextWithinDays = 14

/** The meditation of the next day with one, with the bell of its first sitting. */
function nextMeditation(day: string) {
  return sql<NextMeditation | null>`(
    select json_build_object('date', later.date, 'title', meditation.title, 'scheduledTime', "scheduledTime",
      'timeZone', "timeZone", 'dayShift', "dayShift",
      'startsAt', (select (extract(epoch from min("startsAt")) * 1000)::bigint from sittings
        where "scheduleId" = later.id and "cancelledAt" is null))
    from schedules later join meditation_templates meditation on meditation.id = later."templateId"
    where "isActive" and later.date > ${day} and later.date <= ${addDays(day, nextWithinDays)}
    order by later.date limit 1
  )`
}

/** A day's meditation at a moment of the room clock: with its sitting, and the video that this plays. */
export function meditationAt({ meditation, sittings }: DayContent, nowMs: number): DailyMeditation | null {
  const current = sittingOfMoment(
    sittings.map(({ sitting }) => sitting),
    nowMs,
  )
  const content = sittings.find(({ sitting }) => sitting === current)
  if (!content) return meditation
  return isUnderWay(content.sitting, nowMs) ? content.underWay : content.ahead
}
