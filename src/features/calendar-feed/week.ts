// The week ahead: its days by weeks, and each start by the member's clock (PLAN-03).
import { addDays, dayInZone, formatDay, formatTimeOfDay, weekOf } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { formatTimeInCity, type ShownZones } from '#shared/local-time.ts'
import { weekAheadDays, type WeekEntry } from './contract.ts'

interface Week {
  title: string
  days: { day: string; entries: WeekEntry[] }[]
}

const titles = [() => t('This week'), () => t('Next week'), () => t('The week after')]

/**
 * The days from today on, each with its entries in order; weeks begin on Monday (TIME-05). This week begins with the day
 * before if its sitting goes on.
 */
export function weeksAhead(today: string, entries: readonly WeekEntry[]): Week[] {
  const days = Array.from({ length: weekAheadDays }, (_, index) => addDays(today, index))
  const goesOn = [...new Set(entries.map(({ day }) => day))].filter((day) => day < today)
  const mondays = [...new Set(days.map((day) => weekOf(day)[0]))]
  return mondays.map((monday, index) => ({
    title: titles[index]?.() ?? '',
    days: [...(index === 0 ? goesOn : []), ...days.filter((day) => weekOf(day)[0] === monday)].map((day) => ({
      day,
      entries: entries.filter((entry) => entry.day === day),
    })),
  }))
}

/**
 * A start by the member's clock, and by the community's where that differs: '1:00 AM' and '7:00 PM in Berlin'. Each with
 * the weekday where that isn't the day's. Where the viewer's zone is unknown, the community's time alone.
 */
export function startsByClock(
  { day, startsAt }: { day: string; startsAt: number },
  { community, local }: ShownZones,
): { own: string; community: string | null } {
  const withWeekday = (zone: string, time: string) => {
    const dayThere = dayInZone(startsAt, zone)
    return dayThere === day ? time : `${formatDay(dayThere, 'shortWeekday')} ${time}`
  }
  const textIn = (zone: string) => withWeekday(zone, formatTimeOfDay(startsAt, zone))
  const theirs = textIn(community)
  const own = local === null ? theirs : textIn(local)
  const differs = own !== theirs
  return { own, community: differs ? withWeekday(community, formatTimeInCity(startsAt, community)) : null }
}
