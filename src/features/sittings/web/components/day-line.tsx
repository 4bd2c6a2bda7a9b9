// The day's line: its sittings as suns on a hairline horizon, and the words of one of them.
import './day-line.css'
import { useState, type CSSProperties } from 'react'
import { clockHours } from '#shared/clock-hours.ts'
import { capitalize, dayInZone, formatDay, formatTimeOfDay } from '#shared/day.ts'
import { t, type Language } from '#shared/i18n/t.ts'
import { formatTimeInCity, formatTimeInSentence, formatWeekdayInCity } from '#shared/local-time.ts'
import { sunPlaces, type SunState } from '#shared/suns.ts'
import { pageDays } from '#web/community-days.ts'
import { textScale } from '#web/text-scale.ts'
import { CommunityText } from '#web/ui/community-text.tsx'
import { SunSign } from '#web/ui/sun-sign.tsx'
import { useWidth } from '#web/use-width.ts'
import { firstChosen, shownTimes } from '../../day-line.ts'
import type { Sitting } from '../../sitting.ts'

export interface DaySun extends Pick<Sitting, 'id' | 'doorsAt' | 'startsAt' | 'endsAt' | 'cancelNote'> {
  state: SunState
  /** Null where the page doesn't know it. */
  title: string | null
  /** Of the title; null for the community's own. */
  language: Language | null
  /** With how many others the member sat; null where this device doesn't know it. */
  others: number | null
}

interface DayLineProps {
  /** The member's day. */
  day: string
  /** In the order of their bells. */
  suns: readonly DaySun[]
  /** The member's zone; null if it is unknown. */
  local: string | null
}

/** The words are those of the sun that is on or next, until a press on another one. */
export function DayLine({ day, suns, local }: DayLineProps) {
  const [pressedId, setPressedId] = useState<number | null>(null)
  const [ref, width] = useWidth<HTMLOListElement>()
  const states = suns.map(({ state }) => state)
  const pressed = suns.findIndex(({ id }) => id === pressedId)
  const chosen = pressed < 0 ? firstChosen(states) : pressed
  const next = states.findIndex((state) => state === 'next' || state === 'now')
  const widthPx = (width ?? narrowPx) / textScale()
  const zone = local ?? pageDays().zoneOf(day)
  const places = sunPlaces(
    suns.map(({ startsAt }) => clockHours(startsAt, day, zone)),
    { gap: Math.min(0.2, leastPx / widthPx), edge: Math.min(0.1, edgePx / widthPx) },
  )
  const hasTime = shownTimes(places, { chosen, next, widthPx })
  return (
    <div>
      <ol ref={ref} aria-label={t('Today’s sittings')} className="day-line">
        {suns.map((sun, index) => (
          <li key={sun.id} style={{ '--x': `${((places[index] ?? 0) * 100).toFixed(2)}%` } as CSSProperties}>
            <button
              type="button"
              aria-pressed={index === chosen}
              aria-label={spokenSun(sun, { day, local })}
              data-state={sun.state}
              onClick={() => setPressedId(sun.id)}
            >
              <SunSign state={sun.state} />
              {hasTime[index] && (
                <span aria-hidden className="day-line-time">
                  {formatTimeOfDay(sun.startsAt, zone)}
                </span>
              )}
            </button>
          </li>
        ))}
      </ol>
      {/* The buttons' names have said it. */}
      <div aria-hidden className="day-line-words text-[0.95rem]/[1.55] text-pretty text-ink-2">
        {suns.map((sun, index) => (
          <p key={sun.id} dir="auto" data-chosen={index === chosen || undefined} className="wrap-anywhere">
            <SunWords {...{ sun, day, local }} />
          </p>
        ))}
      </div>
    </div>
  )
}

/** Where its width isn't measured yet: a phone's. */
const narrowPx = 358
/** The least distance of two suns, and the free ends of the line, in px of a text of normal size. */
const leastPx = 46
const edgePx = 30

type SunClock = Pick<DayLineProps, 'day' | 'local'>

function SunWords({ sun, day, local }: SunClock & { sun: DaySun }) {
  const { title, language } = sun
  const { time, elsewhere } = startOf(sun, { day, local })
  return (
    <>
      <b className="font-strong text-ink">{time}</b>
      {title !== null && (
        <span>
          {' · '}
          <CommunityText language={language}>{title}</CommunityText>
        </span>
      )}
      <span>{` · ${noteOf(sun, local)}`}</span>
      {elsewhere !== null && <span>{` · ${elsewhere}`}</span>}
    </>
  )
}

/** '6:16 AM, Morning light on still water, you sat with 15 others'. */
function spokenSun(sun: DaySun, clock: SunClock): string {
  const { time, elsewhere } = startOf(sun, clock)
  const note = noteOf(sun, clock.local)
  const parts = [time, sun.title, sun.state === 'next' ? t('next') : null, note, elsewhere]
  return parts.filter((part) => part !== null).join(', ')
}

/**
 * The bell by the member's clock, with the weekday if it isn't the line's, and by the community's where that differs.
 * Without a known zone it is the community's, which is named.
 */
function startOf({ startsAt }: DaySun, { day, local }: SunClock): { time: string; elsewhere: string | null } {
  const community = pageDays().zoneAt(startsAt)
  const zone = local ?? community
  const own = dayInZone(startsAt, zone)
  const clock = local === null ? formatTimeInCity(startsAt, community) : formatTimeInSentence(startsAt, local)
  const time = own === day ? clock : `${capitalize(formatDay(own, 'dayOfWeek'))}, ${clock}`
  if (dayInZone(startsAt, community) !== own)
    return { time, elsewhere: formatWeekdayInCity(startsAt, community) }
  const differs = formatTimeOfDay(startsAt, community) !== formatTimeOfDay(startsAt, zone)
  return { time, elsewhere: differs ? formatTimeInCity(startsAt, community) : null }
}

function noteOf(
  { state, doorsAt, endsAt, startsAt, others, cancelNote }: DaySun,
  local: string | null,
): string {
  const zone = local ?? pageDays().zoneAt(startsAt)
  switch (state) {
    case 'next':
      return t('doors {time}', { time: formatTimeOfDay(doorsAt, zone) })
    case 'coming':
      return t('coming')
    case 'now':
      return t('now, until {time}', { time: formatTimeOfDay(endsAt, zone) })
    case 'sat':
      return others === null || others <= 0
        ? t('you sat')
        : t('{others, plural, one {you sat with # other} other {you sat with # others}}', { others })
    case 'past':
      return t('past')
    case 'canceled':
      return cancelNote === null ? t('canceled') : t('canceled: {note}', { note: cancelNote })
  }
}
