// Sitting rules: the countdown, the presence sentence, and the start time.
import { msToBell } from '#features/sittings/phases.ts'
import { scheduledStartMs, type ScheduledStart } from '#features/sittings/scheduled-start.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { zoneCity } from '#shared/city-names.ts'
import { dayInZone, formatDay, formatTimeOfDay, type CommunityDays } from '#shared/day.ts'
import { secondMs } from '#shared/durations.ts'
import { firstName } from '#shared/first-name.ts'
import { formatList } from '#shared/i18n/format-list.ts'
import { t } from '#shared/i18n/t.ts'
import {
  formatTimeInCity,
  formatTimeInSentence,
  formatViewerTime,
  type ShownZones,
} from '#shared/local-time.ts'
import { timeParts } from '#shared/time-parts.ts'

/** Milliseconds to `startsAt`, or to the next midnight once that is over or without it (MED-03). */
export function msUntilSitting(days: CommunityDays, startsAt: number | null, nowMs: number): number {
  const leftMs = startsAt === null ? 0 : msToBell(startsAt, nowMs)
  return leftMs > 0 ? leftMs : days.msUntilMidnight(nowMs)
}

/** Splits `leftMs` milliseconds into whole hours, minutes and seconds (MED-03). */
export function countdownParts(leftMs: number): { hours: number; minutes: number; seconds: number } {
  return timeParts(leftMs / secondMs)
}

/** Milliseconds until the countdown's seconds change next. */
export function msToNextTick(leftMs: number): number {
  const remainder = leftMs % secondMs
  return remainder === 0 ? secondMs : remainder
}

const namedMembersMax = 3

/**
 * The presence sentence for a member who is here: 'You, Ana, Tobias and 125 others are here'. `others` are the
 * newest of them, `count` is everyone's number. Null while the room's members aren't known.
 */
export function presenceSentence(
  others: readonly { name: string; isHost?: boolean }[],
  count: number,
  alone: AloneOptions,
): string | null {
  const othersCount = Math.max(count - 1, others.length)
  if (count === 0) return null
  if (othersCount === 0) return aloneSentence(alone)
  const named = others
    .slice(0, namedMembersMax - 1)
    .map(({ name, isHost = false }) => (isHost ? hostName(firstName(name)) : firstName(name)))
  const more = othersCount - named.length
  const items = [
    t('You'),
    ...named,
    ...(more > 0 ? [t('{count, plural, one {# other} other {# others}}', { count: more })] : []),
  ]
  return t('{people} are here', { people: formatList(items) })
}

/** The name of who holds the sitting, where the room lists its members (TEACH-06). */
export function hostName(name: string): string {
  return t('{name} (Host)', { name })
}

export interface AloneOptions {
  /** What everyone comes for hasn't begun yet. */
  isBefore: boolean
}

/** For who is alone in the room. */
export function aloneSentence({ isBefore }: AloneOptions): string {
  return isBefore ? t('You are the first. Others will come.') : t('Only you are here right now.')
}

/** Start of the day's sitting in epoch milliseconds; null once it has started (MED-04). */
export function upcomingStartMs(days: CommunityDays, start: ScheduledStart, nowMs: number): number | null {
  const startMs = scheduledStartMs(days, start)
  return startMs > nowMs ? startMs : null
}

type AnnouncedSitting = Pick<Sitting, 'doorsAt' | 'startsAt'>

interface ViewerDay extends ShownZones {
  /** By the viewer's clock: a room's day may be another one. */
  today: string
}

/** That a sitting was canceled, with its host's words; by its time where the day has others (PHASE-20). */
export function cancelledSentence(
  { startsAt, cancelNote }: Pick<Sitting, 'startsAt' | 'cancelNote'>,
  isOnly: boolean,
  zones: ShownZones,
): string {
  if (isOnly)
    return cancelNote === null
      ? t('Today’s sitting was canceled.')
      : t('Today’s sitting was canceled: {cancelNote}', { cancelNote })
  const bell = formatViewerTime(startsAt, zones)
  return cancelNote === null
    ? t('The {bell} sitting was canceled', { bell })
    : t('The {bell} sitting was canceled: {cancelNote}', { bell, cancelNote })
}

interface TogetherTimes {
  bell: string
  doors: string
  /**
   * The bell by the viewer's clock, with its weekday if that differs, and the city of the other one. Null where the
   * clocks agree, or one is unknown.
   */
  local: { weekday: string | null; localBell: string; city: string } | null
}

/**
 * When everyone starts together and when the doors open, in the viewer's zone, with the weekday unless it is today. The
 * bell is also named in the community's time, unless the clocks agree. A viewer without a known zone gets that alone
 * (PHASE-07).
 */
export function togetherTimes(
  { doorsAt, startsAt }: AnnouncedSitting,
  { community, local, today }: ViewerDay,
): TogetherTimes {
  if (local === null)
    return {
      bell: formatTimeInCity(startsAt, community),
      doors: formatTimeOfDay(doorsAt, community),
      local: null,
    }
  const bell = formatTimeInSentence(startsAt, community)
  const localBell = formatTimeInSentence(startsAt, local)
  const clocksAgree = localBell === bell && isSameDay(startsAt, { community, local })
  const weekday = localWeekday(startsAt, { community, local, today })
  return {
    bell,
    doors: formatTimeOfDay(doorsAt, local),
    local: clocksAgree ? null : { weekday, localBell, city: zoneCity(community) },
  }
}

/** These times of a sitting with the page's own meditation. */
export function togetherSentence(sitting: AnnouncedSitting, zones: ViewerDay): string {
  const { local, ...times } = togetherTimes(sitting, zones)
  if (local === null) return t('Together at {bell} · doors {doors}', times)
  const { weekday, ...own } = local
  return weekday === null
    ? t('Together at {localBell} ({bell} in {city}) · doors {doors}', { ...times, ...own })
    : t('Together on {weekday} at {localBell} ({bell} in {city}) · doors {doors}', {
        ...times,
        ...own,
        weekday,
      })
}

/** The line during the sharing, which ends at `endsAt`, in the viewer's zone (PHASE-12). */
export function sharingSentence(endsAt: number, zones: ShownZones): string {
  return t('Sharing until {until}. The chat is open.', { until: formatViewerTime(endsAt, zones) })
}

/** The start in the community's time and, if it is known, in the viewer's zone, with the weekday unless it is today (MED-04). */
export function startSentence(startMs: number, { community, local, today }: ViewerDay): string {
  const bell = formatTimeInCity(startMs, community)
  if (local === null) return t('Begins at {bell}', { bell })
  const weekday = localWeekday(startMs, { community, local, today })
  const time = formatTimeInSentence(startMs, local)
  return t('Begins at {bell}, {localTime} where you are', {
    bell,
    localTime: weekday === null ? time : `${weekday} ${time}`,
  })
}

type KnownZones = Readonly<Record<keyof ShownZones, string>>

/** The weekday by the viewer's clock; null where it is today, and the community's day, too. */
function localWeekday(atMs: number, { today, ...zones }: KnownZones & { today: string }): string | null {
  const day = dayInZone(atMs, zones.local)
  return day === today && isSameDay(atMs, zones) ? null : formatDay(day, 'dayOfWeek')
}

function isSameDay(atMs: number, { community, local }: KnownZones): boolean {
  return dayInZone(atMs, local) === dayInZone(atMs, community)
}
