// Journey panel: the session as text, beside the canvas.
import { clsx } from 'clsx'
import { ArrowRight } from 'lucide-react'
import type { MoodEntry } from '#features/energy/contract.ts'
import { formatLevelChange, energyLevelsDescending, levelOf } from '#features/energy/levels.ts'
import {
  type HistoryDay,
  isOfDifferentSittings,
  levelIndexOf,
  formatDuration,
} from '#features/history/history.ts'
import { capitalize } from '#shared/day.ts'
import { t, translate } from '#shared/i18n/t.ts'
import { LevelBadge } from '#web/ui/level-badge.tsx'
import { Rosette, type RosetteLevel } from '#web/ui/rosette.tsx'
import {
  formatJourneyDate,
  describeNeutralOutcome,
  formatSessionNumber,
  journeyLevels,
} from '../../playback.ts'

interface JourneyPanelProps {
  day: HistoryDay
  index: number
  count: number
  today: string
  className: string
}

/** A scrollable element must be reachable by keyboard. */
const keyboardFocusable = { tabIndex: 0 }

export function JourneyPanel({ day, index, count, today, className }: JourneyPanelProps) {
  return (
    <section aria-label={t('Session')} {...keyboardFocusable} className={className}>
      <div className="grid min-w-0 content-start gap-5">
        <div className="grid gap-1.5">
          <p className="text-[0.9rem] text-ink-3 tabular-nums">
            <span>{formatSessionNumber(index, count)}</span>
            {day.timeSpent > 0 && (
              <>
                <span aria-hidden> · </span>
                <span className="sr-only">{t('Time spent:')} </span>
                <span>{formatDuration(day.timeSpent)}</span>
              </>
            )}
          </p>
          <h3 className="journey-date serif">{capitalize(formatJourneyDate(day.sessionDate, today))}</h3>
        </div>
        <Levels day={day} />
        <Outcome day={day} />
      </div>
      <JourneyLadder day={day} />
      <Comments day={day} />
    </section>
  )
}

function Levels({ day }: { day: HistoryDay }) {
  const { preEntry, postEntry } = day
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {preEntry && <Level label={t('Before:')} entry={preEntry} />}
      {preEntry && postEntry && !isOfDifferentSittings(day) && (
        <ArrowRight
          aria-hidden
          className="size-4.5 flex-none text-ink-3 rtl:-scale-x-100"
          strokeWidth={1.6}
        />
      )}
      {postEntry && <Level label={t('After:')} entry={postEntry} />}
    </p>
  )
}

function Level({ label, entry }: { label: string; entry: MoodEntry }) {
  return (
    <span>
      <span className="sr-only">{label} </span>
      <LevelBadge level={levelOf(entry.emotionLevel)} />
    </span>
  )
}

/** The same height with or without a gain, so that the content below doesn't jump between sessions. */
const outcomeClassName =
  'flex min-h-16 flex-wrap items-center gap-x-4 gap-y-0.5 rounded-panel px-5 py-3 lg:min-h-24 lg:flex-col lg:flex-nowrap lg:items-start lg:justify-center'

function Outcome({ day }: { day: HistoryDay }) {
  if (day.improvement === null || day.improvement <= 0) {
    return (
      <p className={`${outcomeClassName} serif bg-sunken text-section text-ink-2`}>
        {describeNeutralOutcome(day)}
      </p>
    )
  }
  return (
    <p className={`${outcomeClassName} bg-success-soft text-success`}>
      <span className="serif text-title">{formatLevelChange(day.improvement)}</span>{' '}
      <span className="text-[0.92rem]">{t('Energy Flow Improved')}</span>
    </p>
  )
}

function Comments({ day }: { day: HistoryDay }) {
  const comments = [
    { when: t('Before'), text: day.preEntry?.comment },
    { when: t('After'), text: day.postEntry?.comment },
  ].filter(({ text }) => text != null && text !== '')
  if (comments.length === 0) return null
  return (
    <div className="grid gap-5">
      {comments.map(({ when, text }) => (
        <figure key={when} className="grid gap-1 border-s-2 border-line ps-3.5">
          <figcaption className="text-meta text-ink-3">{when}</figcaption>
          <blockquote
            dir="auto"
            className="serif text-[1.08rem]/[1.3] wrap-anywhere whitespace-pre-wrap text-ink-2 [text-wrap:pretty]"
          >
            {t('“{comment}”', { comment: text ?? '' })}
          </blockquote>
        </figure>
      ))}
    </div>
  )
}

/** No Awareness shows below Root only when Before or After is there. */
function JourneyLadder({ day }: { day: HistoryDay }) {
  const { before, after } = journeyLevels(day)
  const [low, high] = [Math.min(before, after), Math.max(before, after)]
  return (
    <ul aria-label={t('Energy centers')} className="divide-y divide-line">
      {energyLevelsDescending
        .filter(({ index }) => index > 0 || low === 0)
        .map(({ index, name, description }) => {
          const moment = entryLabelAt(day, index)
          return (
            <li key={index} className="flex min-h-11.5 items-center gap-3.5 py-1.5 text-[0.95rem]">
              <Rosette level={index as RosetteLevel} size={26} />
              <span className={clsx('flex-1', index >= low && index <= high ? 'font-strong' : 'text-ink-2')}>
                {translate(name)}
              </span>
              <span className={clsx('text-end text-meta', moment ? 'text-ink-2' : 'text-ink-3')}>
                {moment ?? translate(description)}
              </span>
            </li>
          )
        })}
    </ul>
  )
}

/** The entry at a level ('Before', 'After' or both), or null. */
function entryLabelAt({ preEntry, postEntry }: HistoryDay, index: number): string | null {
  const wasBefore = levelIndexOf(preEntry) === index
  const wasAfter = levelIndexOf(postEntry) === index
  if (wasBefore && wasAfter) return t('Before and after')
  if (wasBefore) return t('Before')
  return wasAfter ? t('After') : null
}
