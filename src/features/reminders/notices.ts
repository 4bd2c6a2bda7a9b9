// The words of reminders: title, time in the member's zone, and nothing about any person (REM-11).
import { dayInZone, formatDay, formatTimeOfDay } from '#shared/day.ts'
import { zoneCity } from '#shared/reader-time.ts'

/** How an announced sitting has changed. */
export type AnnouncedChange = 'moved' | 'cancelled' | 'restored'

interface SittingFacts {
  title: string
  bell: number
}

/** Title and body of the notice ten minutes before. */
export function tenMinutesNotice({ title, bell }: SittingFacts, zone: string) {
  return { title, body: `Starts at ${formatTimeOfDay(bell, zone)}, in about ten minutes.` }
}

/** Title and body of the notice on the day before. */
export function dayBeforeNotice({ title, bell }: SittingFacts, zone: string) {
  return { title, body: `Tomorrow at ${formatTimeOfDay(bell, zone)}.` }
}

/** Title and body of the notice of a change. */
export function changeNotice({ title, bell }: SittingFacts, change: AnnouncedChange, zone: string) {
  const at = `${formatTimeOfDay(bell, zone)} on ${formatDay(dayInZone(bell, zone))}`
  return { title, body: changeSentences[change](at) }
}

const changeSentences: Readonly<Record<AnnouncedChange, (at: string) => string>> = {
  moved: (at) => `Now starts at ${at}.`,
  cancelled: (at) => `Canceled: it won’t start at ${at}.`,
  restored: (at) => `On after all: it starts at ${at}.`,
}

const room = { label: 'Open the room', path: '/meditation' }

/** The mail on the day before, with all sittings of the member's next day. */
export function dayBeforeMail(sittings: readonly SittingFacts[], zone: string) {
  const [first] = sittings
  const day = first ? formatDay(dayInZone(first.bell, zone)) : ''
  const lines = sittings.map(({ title, bell }) => `${formatTimeOfDay(bell, zone)} · ${title}`)
  return {
    subject: sittings.length === 1 && first ? `Tomorrow at ${formatTimeOfDay(first.bell, zone)}` : 'Tomorrow',
    before: [`We sit together tomorrow, ${day}:`, ...lines].join('\n'),
    action: room,
    after: `Times are by the clock in ${zoneCity(zone)}.`,
  }
}

/** The mail about a change. */
export function changeMail(facts: SittingFacts, change: AnnouncedChange, zone: string) {
  const { title, body } = changeNotice(facts, change, zone)
  return {
    subject: changeSubjects[change],
    before: `${title}\n${body}`,
    action: room,
    after: `Times are by the clock in ${zoneCity(zone)}.`,
  }
}

const changeSubjects: Readonly<Record<AnnouncedChange, string>> = {
  moved: 'A sitting has moved',
  cancelled: 'A sitting is canceled',
  restored: 'A sitting takes place after all',
}
