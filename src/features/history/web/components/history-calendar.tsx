// History calendar: one month at a time, its days with time and levels.
import { useId, useMemo, useState, type ComponentProps } from 'react'
import { energyLevels } from '#features/energy/levels.ts'
import { monthGrid } from '#shared/calendar.ts'
import { formatDay, monthOf } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { CalendarBar } from '#web/ui/calendar-bar.tsx'
import { useCalendarCursor } from '#web/ui/calendar-cursor.ts'
import { CalendarGrid } from '#web/ui/calendar-grid.tsx'
import { markClass, type RosetteLevel } from '#web/ui/rosette.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { describeHistoryDay } from '../../format-day.ts'
import {
  daysWithin,
  formatDuration,
  hasEntry,
  levelIndexOf,
  minutesElsewhere,
  type DayRange,
  type HistoryDay,
} from '../../history.ts'
import { DayDetail } from './day-detail.tsx'

interface HistoryCalendarProps {
  /** The days to show, unique, of any period. */
  days: readonly HistoryDay[]
  /** Whether `days` is a search result. */
  isSearched?: boolean
  /** The period that determines the initial month. */
  range: DayRange
  today: string
  onOpen: (day: HistoryDay) => void
}

/**
 * Starts at the newest day of the period, else at the newest search result. Without either, it starts at the end of
 * the period. It restarts when one of these changes.
 */
export function HistoryCalendar({ days, isSearched = false, range, today, onOpen }: HistoryCalendarProps) {
  const id = useId()
  const currentMonth = monthOf(today)
  const byDate = useMemo(() => new Map(days.map((day) => [day.sessionDate, day])), [days])
  const newest = useMemo(
    () => newestDay(daysWithin(days, range)) ?? (isSearched ? newestDay(days) : null),
    [days, range, isSearched],
  )
  const cursor = useCalendarCursor({
    start: newest ?? earlierDay(range.to ?? today, today),
    subject: `${range.from} ${range.to} ${newest}`,
    limit: currentMonth,
  })
  const cells = useMemo(() => monthGrid(cursor.month, 'fixed'), [cursor.month])
  const isEmptyMonth = !cells.some(({ day, inMonth }) => inMonth && byDate.has(day))
  return (
    <div className="grid gap-3">
      <CalendarBar
        id={id}
        month={cursor.month}
        onMonth={cursor.showMonth}
        currentMonth={currentMonth}
        limit={currentMonth}
      />
      <CalendarGrid
        cells={cells}
        cursor={cursor}
        labelledBy={id}
        today={today}
        limit={currentMonth}
        describe={(day) => describeHistoryDay(byDate.get(day))}
        isOpenable={(day) => byDate.has(day)}
        onOpen={(date) => {
          const day = byDate.get(date)
          if (day) onOpen(day)
        }}
        renderDay={(date) => {
          const day = byDate.get(date)
          return day && <CalendarDayContent day={day} />
        }}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p aria-hidden className="flex gap-5 text-meta text-ink-2">
          <span className="flex items-center gap-1.5">
            <LevelMark when="before" index={null} /> {t('Before')}
          </span>
          <span className="flex items-center gap-1.5">
            <LevelMark when="after" index={null} /> {t('After')}
          </span>
        </p>
        <p role="status" className="min-h-6 text-small text-ink-3">
          {isEmptyMonth &&
            t('No days to show in {month}.', { month: formatDay(`${cursor.month}-01`, 'month') })}
        </p>
      </div>
    </div>
  )
}

/** Wide screens show level names, others marks; missing entries keep their space. */
function CalendarDayContent({ day }: { day: HistoryDay }) {
  const before = levelIndexOf(day.preEntry)
  const after = levelIndexOf(day.postEntry)
  const elsewhere = minutesElsewhere([day])
  return (
    <Tooltip text={describeHistoryDay(day)}>
      <div className="grid content-end gap-0.5 pt-7 pb-1.5 text-meta text-ink-2 @min-[40rem]:px-2.5">
        <span data-marks className="justify-self-center @min-[60rem]:hidden">
          <DayPath day={day} />
        </span>
        <span className="min-h-4 justify-self-center text-center leading-tight tabular-nums @min-[40rem]:absolute @min-[40rem]:top-2 @min-[40rem]:end-2.5">
          {day.timeSpent > 0 && <span className="block">{formatDuration(day.timeSpent)}</span>}
          {elsewhere > 0 && <span className="block text-ink-3">{`+${formatDuration(elsewhere)}`}</span>}
        </span>
        {hasEntry(day) && (
          <span className="hidden @min-[60rem]:grid">
            <LabeledMark when="before" index={before} />
            <LabeledMark when="after" index={after} />
          </span>
        )}
      </div>
    </Tooltip>
  )
}

function LabeledMark({ when, index }: { when: 'before' | 'after'; index: number | null }) {
  if (index === null) return <span className="ps-4 text-ink-3">–</span>
  return (
    <span className="flex items-center gap-1.5">
      <LevelMark when={when} index={index} />
      <span className="truncate">{energyLevels[index] && translate(energyLevels[index].name)}</span>
    </span>
  )
}

function newestDay(days: readonly HistoryDay[]): string | null {
  return days.reduce<string | null>(
    (newest, { sessionDate }) => (newest === null || sessionDate > newest ? sessionDate : newest),
    null,
  )
}

function earlierDay(a: string, b: string): string {
  return a < b ? a : b
}

const box = { width: 40, height: 26, beforeX: 8, afterX: 32 }
// The outer radius of either mark.
const radius = 4
const stroke = 2

/** A day's change as a drawing: the ring on the left, the disc on the right. Decorative. */
export function DayPath({ day }: { day: HistoryDay }) {
  const before = levelIndexOf(day.preEntry)
  const after = levelIndexOf(day.postEntry)
  return (
    <svg
      viewBox={`0 0 ${box.width} ${box.height}`}
      width={box.width}
      height={box.height}
      aria-hidden="true"
      className="max-w-full @min-[40rem]:h-10 @min-[40rem]:w-auto"
    >
      {day.improvement !== null && before !== null && after !== null && (
        <MarkConnector before={before} after={after} />
      )}
      {before !== null && <Ring x={box.beforeX} y={levelMarkY(before)} index={before} />}
      {after !== null && <Disc x={box.afterX} y={levelMarkY(after)} index={after} />}
    </svg>
  )
}

/** A single mark for use before a name; without a level (in a legend) it has no level color. */
export function LevelMark({ when, index }: { when: 'before' | 'after'; index: number | null }) {
  const at = { x: 5, y: 5, index }
  return (
    <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden="true" className="flex-none">
      {when === 'before' ? <Ring {...at} /> : <Disc {...at} />}
    </svg>
  )
}

interface MarkProps {
  x: number
  y: number
  index: number | null
}

function Ring({ x, y, index }: MarkProps) {
  return (
    <circle
      cx={x}
      cy={y}
      r={radius - stroke / 2}
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      className={levelColorOf(index)}
    />
  )
}

function Disc({ x, y, index }: MarkProps) {
  return <circle cx={x} cy={y} r={radius} fill="currentColor" className={levelColorOf(index)} />
}

/** Runs from edge to edge: the ring is hollow, and must look so on every background. */
function MarkConnector({ before, after }: { before: number; after: number }) {
  const dx = box.afterX - box.beforeX
  const dy = levelMarkY(after) - levelMarkY(before)
  const inset = (radius + 1) / Math.hypot(dx, dy)
  const at = (part: number) => `${box.beforeX + dx * part} ${levelMarkY(before) + dy * part}`
  return (
    <path
      d={`M${at(inset)}L${at(1 - inset)}`}
      stroke="currentColor"
      strokeWidth="1"
      className="text-line-strong"
    />
  )
}

/** The y of a mark's center in the drawing. */
function levelMarkY(index: number): number {
  const usableHeight = box.height - 2 * radius
  return box.height - radius - (usableHeight * index) / (energyLevels.length - 1)
}

function levelColorOf(index: number | null): string {
  return index === null ? 'text-ink-3' : markClass[index as RosetteLevel]
}

type CalendarViewProps = Omit<ComponentProps<typeof HistoryCalendar>, 'onOpen'>

/** The open day is looked up on every render, so that it shows newly saved entries. */
export function CalendarView(props: CalendarViewProps) {
  const { days, today } = props
  const [openDate, setOpenDate] = useState<string | null>(null)
  const open = days.find(({ sessionDate }) => sessionDate === openDate)
  return (
    <>
      <HistoryCalendar {...props} onOpen={({ sessionDate }) => setOpenDate(sessionDate)} />
      {open && <DayDetail day={open} today={today} onClose={() => setOpenDate(null)} />}
    </>
  )
}
