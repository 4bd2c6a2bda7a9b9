// One piece of news, as members read it.
import { useId, type ReactNode } from 'react'
import { capitalize, dayInZone, formatDay, formatTimeOfDay, timestampToMs } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import type { News } from '../contract.ts'
import { NewsText } from './news-text.tsx'

interface NewsItemProps {
  news: Pick<News, 'title' | 'text' | 'level' | 'fromAt'>
  isUnread: boolean
  /** A button below the text. */
  action?: ReactNode
}

export function NewsItem({ news: { title, text, level, fromAt }, isUnread, action }: NewsItemProps) {
  const id = useId()
  const marks = [...(isUnread ? [t('Unread')] : []), ...(level === 'important' ? [t('Important')] : [])]
  return (
    <article aria-labelledby={id} className="grid gap-3">
      <div className="grid gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-small text-ink-2">
          <span>{localDateTime(fromAt)}</span>
          {marks.map((mark) => (
            <span key={mark} className="rounded-pill bg-ink px-2 text-meta font-bold text-bg">
              {mark}
            </span>
          ))}
        </p>
        <h2 id={id} dir="auto" className="serif text-section wrap-anywhere">
          {title}
        </h2>
      </div>
      <NewsText text={text} />
      {action}
    </article>
  )
}

/** 'Saturday, November 21, 2026, 7:00 PM', by the viewer's clock. */
function localDateTime(at: string): string {
  const atMs = timestampToMs(at)
  const zone = displayZone()
  return capitalize(`${formatDay(dayInZone(atMs, zone), 'full')}, ${formatTimeOfDay(atMs, zone)}`)
}
