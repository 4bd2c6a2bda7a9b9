// A row of the history list: date, time, levels and comments.
import { clsx } from 'clsx'
import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react'
import type { MoodEntry } from '#features/energy/contract.ts'
import { formatLevelChange, levelOf } from '#features/energy/levels.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { LevelBadge } from '#web/ui/level-badge.tsx'
import {
  formatElsewhere,
  formatHistoryDay,
  hasEntry,
  isComplete,
  isOfDifferentSittings,
  formatDuration,
  type HistoryDay,
} from '../../history.ts'

/** Three columns; on a phone the date and the change share the first line. */
export function HistoryRow({ day, today }: { day: HistoryDay; today: string }) {
  return (
    <article className="grid gap-x-6 gap-y-3 py-5 max-sm:@min-[15rem]:grid-cols-[minmax(0,1fr)_auto] sm:grid-cols-[clamp(10rem,29vw,15rem)_minmax(0,1fr)_auto]">
      <div className="pt-1 sm:row-span-2">
        <h3 className="font-strong">
          <HistoryDate day={day.sessionDate} today={today} />
        </h3>
        <p className="flex items-center gap-2 text-small text-ink-3 tabular-nums">
          {(day.timeSpent > 0 || hasEntry(day)) && <TimeSpent minutes={day.timeSpent} />}
          {day.isSample && (
            <span className="rounded-pill border border-line px-2 text-meta">{t('Sample')}</span>
          )}
        </p>
        {formatElsewhere(day).map((part) => (
          <p key={part} className="text-small wrap-anywhere text-ink-3 tabular-nums">
            {capitalize(part)}
          </p>
        ))}
      </div>
      {hasEntry(day) && <Levels day={day} />}
    </article>
  )
}

/** What a day's entries say. */
function Levels({ day }: { day: HistoryDay }) {
  return (
    <>
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2 max-sm:col-span-full max-sm:row-start-2">
        <Level label={t('Before:')} entry={day.preEntry} />
        {/* The arrow stays with the level that it leads to. */}
        <span className="inline-flex min-w-0 items-center gap-x-3">
          {!isOfDifferentSittings(day) && (
            <ArrowRight
              aria-hidden
              className="size-4.5 flex-none text-ink-3 rtl:-scale-x-100"
              strokeWidth={1.6}
            />
          )}
          <Level label={t('After:')} entry={day.postEntry} />
        </span>
      </p>
      <div className="flex items-center justify-end gap-2 self-start pt-1 sm:row-span-2">
        {day.improvement !== null && (
          <p className={clsx('serif text-lead', day.improvement <= 0 && 'text-ink-2')}>
            {formatLevelChange(day.improvement)}
          </p>
        )}
        <CompletenessBadge isComplete={isComplete(day)} />
      </div>
      <div className="grid min-w-0 gap-3 empty:hidden max-sm:col-span-full">
        <Comment when={t('Before')} text={day.preEntry?.comment} />
        <Comment when={t('After')} text={day.postEntry?.comment} />
      </div>
    </>
  )
}

/** The year is shown where it isn't the current one. */
function HistoryDate({ day, today }: { day: string; today: string }) {
  const text = formatHistoryDay(day, today)
  const withoutYear = capitalize(formatDay(day))
  if (day.slice(0, 4) !== today.slice(0, 4) || !text.startsWith(withoutYear)) return <span>{text}</span>
  return (
    <>
      <span>{withoutYear}</span>
      <span className="sr-only">{text.slice(withoutYear.length)}</span>
    </>
  )
}

function TimeSpent({ minutes }: { minutes: number }) {
  if (minutes === 0) return <span>{t('No time recorded')}</span>
  return (
    <span>
      <span className="sr-only">{t('Time spent:')} </span>
      <span>{formatDuration(minutes)}</span>
    </span>
  )
}

function Level({ label, entry }: { label: string; entry: MoodEntry | null }) {
  return (
    <span>
      <span className="sr-only">{label} </span>
      {entry === null ? (
        <span className="inline-flex items-center rounded-pill border border-dashed border-line-strong px-3 py-1 text-[0.94rem] text-ink-3">
          – <span className="sr-only">{t('no entry')}</span>
        </span>
      ) : (
        <LevelBadge level={levelOf(entry.emotionLevel)} />
      )}
    </span>
  )
}

function CompletenessBadge({ isComplete: complete }: { isComplete: boolean }) {
  const Sign = complete ? CircleCheck : CircleDashed
  return (
    <p className="inline-flex items-center gap-1.5 text-small text-ink-3">
      <Sign aria-hidden className="size-4 flex-none" strokeWidth={1.8} />
      <span className={clsx(complete && 'sr-only')}>{complete ? t('Complete') : t('Partial')}</span>
    </p>
  )
}

/** Set in the diary's typeface; keeps line breaks. */
function Comment({ when, text }: { when: string; text: string | null | undefined }) {
  if (text == null || text === '') return null
  return (
    <figure className="flex max-w-[68ch] items-baseline gap-2">
      <figcaption className="min-w-12 flex-none text-meta text-ink-3">{when}</figcaption>
      <blockquote
        dir="auto"
        className="serif min-w-0 flex-1 text-[1.08rem]/[1.3] wrap-anywhere whitespace-pre-wrap text-ink-2"
      >
        {text}
      </blockquote>
    </figure>
  )
}
