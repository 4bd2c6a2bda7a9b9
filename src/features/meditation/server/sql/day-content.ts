// SQL of a day's meditations: their templates, the sittings of their room, and the next meditation.
import { sql } from 'kysely'
import { scheduleShownAt, sittingAfter, sittingShownAt } from '#features/sittings/current-sitting.ts'
import { flatPlays } from '#features/sittings/flat-plays.ts'
import { isAhead, isUnderWay } from '#features/sittings/phases.ts'
import { storedSittingsBetween } from '#features/sittings/server/service.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { Template } from '#features/templates/template-content.ts'
import type { Executor } from '#server/db/database.ts'
import { localizedColumn, localizedColumnLanguage } from '#server/db/translated-columns.ts'
import { addDays } from '#shared/day.ts'
import { localized, translatedTo } from '#shared/i18n/translations.ts'
import type { SentDay, SentMeditation, NextMeditation } from '../../contract.ts'

/** A day's meditations and the sittings of its room in the order of their doors; frozen, so that each is serialized once. */
export interface DayContent {
  /** Without the day's own bells: hosts move those. */
  schedules: readonly SentMeditation[]
  /** Shown without a sitting; null on a day without a meditation. */
  meditation: SentDay | null
  sittings: readonly {
    sitting: Sitting
    ahead: SentDay
    underWay: SentDay
    after: SentDay
  }[]
}

/** The active meditations of a day with their templates' videos, and the sittings of its room, in the viewer's language. */
export async function readDayContent(db: Executor, day: string): Promise<DayContent> {
  const [rows, stored] = await Promise.all([
    db
      .selectFrom('schedules')
      .innerJoin('meditation_templates as template', 'template.id', 'schedules.templateId')
      .select([
        'schedules.id as scheduleId',
        'schedules.date',
        'template.title',
        'template.description',
        'template.kind',
        'template.blocks',
        'template.videoUrl',
        'template.audioUrl',
        'template.thumbnailUrl',
        'template.captionsUrl',
        'template.instructor',
        'template.instructorTitle',
        'template.duration',
        'template.difficulty',
        'template.sessionSteps',
        'template.translations',
        'schedules.scheduledTime',
        'schedules.timeZone',
        'schedules.dayShift',
        'schedules.together',
      ])
      .select(
        sql<
          SentMeditation['host']
        >`(select json_build_object('id', id, 'name', name) from users where id = schedules."hostId")`.as(
          'host',
        ),
      )
      .select(nextMeditation(day).as('next'))
      .where('schedules.date', '=', day)
      .where('schedules.isActive', '=', true)
      .orderBy('schedules.scheduledTime')
      .orderBy('schedules.id')
      .execute(),
    storedSittingsBetween(db, { from: day, to: day }),
  ])
  return contentOf(rows.map(localize), stored)
}

/** Without translated steps or captions, the template's own. */
function localize<Row extends Omit<SentMeditation, 'language' | 'stepsLanguage' | 'captionsLanguage'>>({
  translations,
  ...row
}: Row & Pick<Template, 'translations'>): SentMeditation {
  const language = translatedTo(translations)
  const translated = language && translations[language]
  const own = { ...row, language: null, stepsLanguage: null, captionsLanguage: null }
  if (!translated) return own
  const { title, description, steps, captionsUrl } = translated
  return {
    ...own,
    title,
    description,
    language,
    ...(steps.length > 0 && { sessionSteps: steps, stepsLanguage: language }),
    ...(captionsUrl !== null && { captionsUrl, captionsLanguage: language }),
  }
}

type StoredSittings = Awaited<ReturnType<typeof storedSittingsBetween>>

function contentOf(rows: readonly SentMeditation[], stored: StoredSittings): DayContent {
  const [first] = rows
  if (!first) return { schedules: [], meditation: null, sittings: [] }
  const ownOf = ({ scheduleId }: Sitting) => rows.find((row) => row.scheduleId === scheduleId) ?? first
  const sittings = stored.map(({ sitting, title, titles }) => ({
    ...sitting,
    title: localized(title, titles),
    language: translatedTo(titles),
    duration: ownOf(sitting).duration,
  }))
  /** The first sitting of the day after a moment, else the next day's. */
  const nextAfter = (row: SentMeditation, startsAt: number): NextMeditation | null => {
    const next = sittingAfter(sittings, startsAt)
    if (!next) return row.next
    const { date, scheduledTime, timeZone, dayShift } = ownOf(next)
    const { title, language, startsAt: at } = next
    return { date, title, language, scheduledTime, timeZone, dayShift, startsAt: at }
  }
  const withNext = rows.map((row) => {
    const own = sittings.findLast(({ scheduleId }) => scheduleId === row.scheduleId)
    return own ? { ...row, next: nextAfter(row, own.startsAt) } : row
  })
  const allDay = rows.find(({ together }) => !together) ?? null
  const daily = (row: SentMeditation, more: Partial<SentDay>): SentDay =>
    Object.freeze({
      ...row,
      sitting: null,
      ...more,
      sittings,
      others: withNext.filter(({ scheduleId }) => scheduleId !== row.scheduleId),
    })
  return {
    schedules: rows,
    meditation: daily(allDay ?? first, {}),
    sittings: stored.map(({ sitting, plays, meetingUrl }) => {
      const { kind, blocks, videoUrl, audioUrl } = flatPlays(plays)
      const own = ownOf(sitting)
      const row = allDay ?? own
      const next = nextAfter(own, sitting.startsAt)
      return {
        sitting,
        ahead: daily(row, { sitting, next: row === own ? next : nextAfter(row, sitting.startsAt - 1) }),
        // A template that changes meanwhile doesn't change a sitting under way (PHASE-21).
        underWay: daily(own, {
          kind,
          blocks,
          videoUrl,
          audioUrl,
          sitting,
          next,
          meetingUrl,
        }),
        after: daily(row, { sitting, next }),
      }
    }),
  }
}

const nextWithinDays = 14

/** The meditation of the next day with one that isn't canceled: that of its first bell, if it has one. */
function nextMeditation(day: string) {
  return sql<NextMeditation | null>`(
    select json_build_object('date', later.date, 'title', ${localizedColumn('meditation', 'title')},
      'language', ${localizedColumnLanguage('meditation', 'title')},
      'scheduledTime', "scheduledTime",
      'timeZone', "timeZone", 'dayShift', "dayShift", 'startsAt', (extract(epoch from first.bell) * 1000)::bigint)
    from schedules later join meditation_templates meditation on meditation.id = later."templateId"
    cross join lateral (select min("startsAt") as bell from sittings
      where "scheduleId" = later.id and "cancelledAt" is null) as first
    where "isActive" and later.date > ${day} and later.date <= ${addDays(day, nextWithinDays)}
      and (not together or first.bell is not null)
    order by later.date, first.bell nulls last, later.id limit 1
  )`
}

/** A day's meditation at a moment of the room clock: with its sitting, and the video that this plays. */
export function meditationAt({ meditation, sittings }: DayContent, nowMs: number): SentDay | null {
  const current = sittingShownAt(
    sittings.map(({ sitting }) => sitting),
    nowMs,
  )
  const content = sittings.find(({ sitting }) => sitting === current)
  if (!content) return meditation
  if (isUnderWay(content.sitting, nowMs)) return content.underWay
  return isAhead(content.sitting, nowMs) ? content.ahead : content.after
}

/** The template of the meditation that a day's room shows at a moment of the room clock; null without one. */
export async function templateAt(db: Executor, day: string, nowMs: number): Promise<number | null> {
  const rows = await db
    .selectFrom('schedules')
    .select(['id as scheduleId', 'templateId', 'together'])
    .where('date', '=', day)
    .where('isActive', '=', true)
    .orderBy('scheduledTime')
    .orderBy('id')
    .execute()
  const stored = rows.length > 1 ? await storedSittingsBetween(db, { from: day, to: day }) : []
  const sitting = sittingShownAt(
    stored.map(({ sitting }) => sitting),
    nowMs,
  )
  return scheduleShownAt(rows, sitting, nowMs)?.templateId ?? null
}
