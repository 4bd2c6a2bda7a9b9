// Day detail of the history: time, levels and comments.
import { useState } from 'react'
import type { MoodEntry } from '#features/energy/contract.ts'
import { formatLevelChange, levelOf } from '#features/energy/levels.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LevelBadge } from '#web/ui/level-badge.tsx'
import { formatMinutesForSpeech, formatEntryTime } from '../../format-day.ts'
import {
  formatElsewhere,
  hasEntry,
  isComplete,
  isOfDifferentSittings,
  type HistoryDay,
} from '../../history.ts'

interface DayDetailProps {
  day: HistoryDay
  today: string
  onClose: () => void
}

/** Open while mounted. */
export function DayDetail({ day, today, onClose }: DayDetailProps) {
  const [zone] = useState(displayZone)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={capitalize(formatDay(day.sessionDate, 'full'))}
      description={formatDescription(day, today)}
    >
      <div className="grid gap-5">
        {(hasEntry(day) || day.timeSpent > 0) && (
          <dl className="grid grid-cols-2 gap-x-4 rounded-panel bg-sunken px-5 py-4">
            <DetailRow term={t('Session duration')}>
              {day.timeSpent > 0 ? formatMinutesForSpeech(day.timeSpent) : t('No time recorded')}
            </DetailRow>
            {hasEntry(day) && (
              <DetailRow term={isComplete(day) ? t('Difference') : t('Partial')}>
                {formatOutcome(day)}
              </DetailRow>
            )}
          </dl>
        )}
        {day.elsewhere.length > 0 && <Elsewhere day={day} />}
        {hasEntry(day) && (
          <div className="grid gap-5 sm:grid-cols-2 sm:gap-6">
            <EntryDetail title={t('Before Meditation')} entry={day.preEntry} zone={zone} />
            <EntryDetail title={t('After Meditation')} entry={day.postEntry} zone={zone} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Elsewhere({ day }: { day: HistoryDay }) {
  return (
    <section className="grid gap-1">
      <h3 className="text-[0.94rem] font-strong">{t('Practice elsewhere')}</h3>
      <ul className="text-ink-2 wrap-anywhere">
        {formatElsewhere(day, formatMinutesForSpeech).map((part) => (
          <li key={part}>{capitalize(part)}</li>
        ))}
      </ul>
    </section>
  )
}

function DetailRow({ term, children }: { term: string; children: string }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-small text-ink-2">{term}</dt>
      <dd className="serif text-section">{children}</dd>
    </div>
  )
}

function EntryDetail({ title, entry, zone }: { title: string; entry: MoodEntry | null; zone: string }) {
  return (
    <section className="grid min-w-0 content-start gap-2.5">
      <h3 className="text-[0.94rem] font-strong">{title}</h3>
      {entry ? (
        <>
          <LevelBadge level={levelOf(entry.emotionLevel)} className="justify-self-start" />
          <p className="text-meta text-ink-3">{formatEntryTime(entry, zone)}</p>
          {entry.comment !== null && <Comment text={entry.comment} />}
        </>
      ) : (
        <p className="text-ink-3">{t('No entry')}</p>
      )}
    </section>
  )
}

function Comment({ text }: { text: string }) {
  return (
    <blockquote
      dir="auto"
      className="serif mt-1 min-w-0 border-s-2 border-line ps-3.5 text-[1.06rem]/[1.4] wrap-anywhere whitespace-pre-wrap text-ink-2 [text-wrap:pretty]"
    >
      {text}
    </blockquote>
  )
}

function formatDescription({ sessionDate, isSample }: HistoryDay, today: string): string | null {
  const parts = [...(sessionDate === today ? [t('Today')] : []), ...(isSample ? [t('Sample data')] : [])]
  return parts.length > 0 ? parts.join(', ') : null
}

function formatOutcome(day: HistoryDay): string {
  if (day.improvement !== null) return formatLevelChange(day.improvement)
  if (isOfDifferentSittings(day)) return t('Different sittings')
  return day.preEntry ? t('Only before') : t('Only after')
}
