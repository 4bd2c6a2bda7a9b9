// The week's line: seven days, each with the suns of its sittings. A press leads to the day.
import './week-line.css'
import { Plus } from 'lucide-react'
import type { CSSProperties } from 'react'
import { clockHours } from '#shared/clock-hours.ts'
import { addDays, capitalize, formatDay, formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { sunPlaces, type SunState } from '#shared/suns.ts'
import { SunSign } from './sun-sign.tsx'

export interface WeekSun {
  /** The start in epoch milliseconds. */
  startsAt: number
  state: SunState
  title: string
}

export interface WeekDay {
  day: string
  /** In the order of their starts. */
  suns: readonly WeekSun[]
  /** A meditation is there all day. */
  isOpen: boolean
  /** The room has no meditation on this date. Of a viewer's day by another clock, it may have one on another day. */
  isRest: boolean
  /** The clock of the day. */
  zone: string
}

interface WeekLineProps {
  label: string
  /** Seven days from today on. */
  days: readonly WeekDay[]
  /** Whether a press on an empty day adds a sitting. */
  adds?: boolean
  onPress: (day: string) => void
}

/** As many suns as a day has room for. */
const shownMax = 3
/** From the middle of a sun to the end of its halo, at its full size: it stays in the day's column. */
const haloPx = 14

export function WeekLine({ label, days, adds = false, onPress }: WeekLineProps) {
  return (
    <ol aria-label={label} className="week-line">
      {days.map((day, index) => (
        <li key={day.day} aria-current={index === 0 ? 'date' : undefined}>
          <button
            type="button"
            aria-label={`${seenDay(day, adds)} – ${spokenDay(day, adds)}`}
            onClick={() => onPress(day.day)}
          >
            <span aria-hidden className="week-line-day">
              {capitalize(formatDay(day.day, 'shortWeekday'))} <b>{formatDay(day.day, 'dayOfMonth')}</b>
            </span>
            <DaySigns {...{ day, adds }} />{' '}
            <span aria-hidden>
              <DayWords {...{ day, adds }} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

/** The seven days from today on. */
export function daysOfWeekLine(today: string): string[] {
  return Array.from({ length: 7 }, (_, index) => addDays(today, index))
}

interface DayPartProps {
  day: WeekDay
  adds: boolean
}

function isEmpty({ suns, isOpen }: WeekDay): boolean {
  return suns.length === 0 && !isOpen
}

function DaySigns({ day, adds }: DayPartProps) {
  if (isEmpty(day))
    return (
      <>
        <span aria-hidden className="week-line-gap" />
        {adds && (
          <span aria-hidden className="week-line-add">
            <Plus className="size-3.5" strokeWidth={2.2} />
          </span>
        )}
      </>
    )
  const shown = shownSuns(day.suns)
  const size = shown.length > 1 ? 0.72 : 0.9
  const edgePx = haloPx * size
  const places = sunPlaces(
    shown.map(({ startsAt }) => clockHours(startsAt, day.day, day.zone)),
    { gap: 0.3, edge: 0.2 },
  )
  return shown.map(({ state, startsAt }, index) => (
    <span
      key={`${index} ${startsAt}`}
      className="contents"
      style={
        {
          '--x': `clamp(${edgePx}px, ${((places[index] ?? 0) * 100).toFixed(1)}%, 100% - ${edgePx}px)`,
        } as CSSProperties
      }
    >
      <SunSign {...{ state, size }} />
    </span>
  ))
}

/** Of more than three the ones that come, with the one before them. */
function shownSuns(suns: readonly WeekSun[]): readonly WeekSun[] {
  const ahead = suns.findIndex(isAhead)
  const from = ahead < 0 ? suns.length - shownMax : Math.min(ahead - 1, suns.length - shownMax)
  return suns.slice(Math.max(0, from), Math.max(0, from) + shownMax)
}

function isAhead({ state }: WeekSun): boolean {
  return state === 'next' || state === 'now' || state === 'coming'
}

function DayWords({ day, adds }: DayPartProps) {
  const [words, more] = seenWords(day, adds)
  return (
    <>
      {words !== undefined && <span className={isEmpty(day) ? 'text-ink-3' : undefined}>{words}</span>}
      {more !== undefined && (
        <>
          {' '}
          <small>{more}</small>
        </>
      )}
    </>
  )
}

/** What is seen below the signs: its first words, and how many sittings more. */
function seenWords(day: WeekDay, adds: boolean): string[] {
  if (isEmpty(day)) return adds || !day.isRest ? [] : [t('rest')]
  const first = day.suns.find(isAhead) ?? day.suns[0]
  if (!first) return [t('open')]
  const more = day.suns.length - 1
  return [formatShortTime(first.startsAt, day.zone), ...(more > 0 ? [`+ ${more}`] : [])]
}

/** 'Sat 28 7 PM + 1': names begin with what is seen, so that it can be spoken to a computer. */
function seenDay(day: WeekDay, adds: boolean): string {
  const name = capitalize(formatDay(day.day, 'shortWeekday'))
  return [name, formatDay(day.day, 'dayOfMonth'), ...seenWords(day, adds)].join(' ')
}

/** Where there is little room: '7 PM', with minutes only if there are any. Clocks of 24 hours keep them: '19:00'. */
function formatShortTime(atMs: number, zone: string): string {
  return formatTimeOfDay(atMs, zone).replace(/:00(?=\s?[AP]M$)/, '')
}

/** 'Saturday, November 28: 6:16 AM Morning light on still water, 7:00 PM Walking the shoreline'. */
function spokenDay(day: WeekDay, adds: boolean): string {
  const name = capitalize(formatDay(day.day))
  if (isEmpty(day)) {
    if (adds) return t('{day}: no sitting. Add one', { day: name })
    return day.isRest ? t('{day}: rest', { day: name }) : name
  }
  const sittings = day.suns.map(({ startsAt, title, state }) => {
    const spoken = `${formatTimeOfDay(startsAt, day.zone)} ${title}`
    return state === 'canceled' ? `${spoken} (${t('canceled')})` : spoken
  })
  return `${name}: ${[...sittings, ...(day.isOpen ? [t('Open all day')] : [])].join(', ')}`
}
