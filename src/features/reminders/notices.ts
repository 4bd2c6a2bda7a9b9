// The words of reminders: title, time in the member's zone, and nothing about any person (REM-11).
import { dayInZone, formatDay, formatTimeOfDay } from '#shared/day.ts'
import { zoneCity } from '#shared/reader-time.ts'
import { t, text, translate, type Text } from '#shared/t.ts'
import { inReadersLanguage, type Translations } from '#shared/translations.ts'

/** How an announced sitting has changed. */
export type AnnouncedChange = 'moved' | 'cancelled' | 'restored'

export interface SittingFacts {
  title: string
  /** In further languages. */
  titles: Translations<string>
  bell: number
}

const titleOf = ({ title, titles }: SittingFacts) => inReadersLanguage(title, titles)

/** Title and body of the notice ten minutes before. */
export function tenMinutesNotice(sitting: SittingFacts, zone: string) {
  return {
    title: titleOf(sitting),
    body: t('Starts at {time}, in about ten minutes.', { time: formatTimeOfDay(sitting.bell, zone) }),
  }
}

/** Title and body of the notice on the day before. */
export function dayBeforeNotice(sitting: SittingFacts, zone: string) {
  const time = formatTimeOfDay(sitting.bell, zone)
  return { title: titleOf(sitting), body: t('Tomorrow at {time}.', { time }) }
}

/** Title and body of the notice of a change. */
export function changeNotice(sitting: SittingFacts, change: AnnouncedChange, zone: string) {
  const { bell } = sitting
  const start = { time: formatTimeOfDay(bell, zone), day: formatDay(dayInZone(bell, zone)) }
  return { title: titleOf(sitting), body: changeSentences[change](start) }
}

const changeSentences: Readonly<Record<AnnouncedChange, (start: { time: string; day: string }) => string>> = {
  moved: (start) => t('Now starts at {time} on {day}.', start),
  cancelled: (start) => t('Canceled: it won’t start at {time} on {day}.', start),
  restored: (start) => t('On after all: it starts at {time} on {day}.', start),
}

const toRoom = () => ({ label: t('Open the room'), path: '/meditation' })

/** The mail on the day before, with all sittings of the member's next day. */
export function dayBeforeMail(sittings: readonly SittingFacts[], zone: string) {
  const [first] = sittings
  const day = first ? formatDay(dayInZone(first.bell, zone)) : ''
  const lines = sittings.map((sitting) => `${formatTimeOfDay(sitting.bell, zone)} · ${titleOf(sitting)}`)
  return {
    subject:
      sittings.length === 1 && first
        ? t('Tomorrow at {time}', { time: formatTimeOfDay(first.bell, zone) })
        : t('Tomorrow'),
    before: [t('We sit together tomorrow, {day}:', { day }), ...lines].join('\n'),
    action: toRoom(),
    after: t('Times are by the clock in {city}.', { city: zoneCity(zone) }),
  }
}

/** The mail about a change. */
export function changeMail(facts: SittingFacts, change: AnnouncedChange, zone: string) {
  const { title, body } = changeNotice(facts, change, zone)
  return {
    subject: translate(changeSubjects[change]),
    before: `${title}\n${body}`,
    action: toRoom(),
    after: t('Times are by the clock in {city}.', { city: zoneCity(zone) }),
  }
}

const changeSubjects: Readonly<Record<AnnouncedChange, Text>> = {
  moved: text('A sitting has moved'),
  cancelled: text('A sitting is canceled'),
  restored: text('A sitting takes place after all'),
}
