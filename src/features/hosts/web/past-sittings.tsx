// The past sittings of who held them: how many sat, thanks, and the room's energy where it was published (TEACH-09).
import { useId } from 'react'
import { reflectionSentence } from '#features/reflections/format-reflection.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { formatTimeWithLocal } from '#shared/local-time.ts'
import { pageDays } from '#web/community-days.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { localZone } from '#web/local-zone.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useCall, useReadFailure } from '#web/use-call.ts'
import { hostsCalls, type PastSitting } from '../contract.ts'

export function usePastSittings() {
  return useCall(hostsCalls.pastSittings, {}, { uncached: true, refetchOnFocus: true })
}

/** Nothing while there are none. */
export function PastSittings({ query }: { query: ReturnType<typeof usePastSittings> }) {
  const id = useId()
  const isFailed = useReadFailure(query)
  const { data, isFetching, refetch } = query
  if (!data && isFailed)
    return (
      <ErrorPanel
        title={t('Your past sittings didn’t load')}
        busy={isFetching}
        onRetry={() => void refetch()}
      >
        {t('Nothing is lost.')}
      </ErrorPanel>
    )
  if (!data || data.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="serif text-section">
        {t('Held in the last 60 days')}
      </h2>
      <ul className="mt-3 border-t border-line">
        {data.map((sitting) => (
          <li key={sitting.id} className="border-b border-line py-4">
            <Past sitting={sitting} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Past({ sitting }: { sitting: PastSitting }) {
  const { date, startsAt, title, language } = sitting
  const zones = { community: pageDays().zoneAt(startsAt), local: localZone() }
  const time = formatTimeWithLocal(startsAt, zones, { isListed: true })
  return (
    <article>
      <p className="text-small text-ink-2 tabular-nums">{`${capitalize(formatDay(date))} · ${time}`}</p>
      <h3 dir="auto" lang={contentLang(language)} className="font-strong wrap-anywhere">
        {title}
      </h3>
      <p className="text-small text-ink-2 tabular-nums">{figuresOf(sitting).join(' · ')}</p>
    </article>
  )
}

function figuresOf({ count, thanks, reflection }: PastSitting): string[] {
  return [
    count === null
      ? t('Fewer than five people sat')
      : t('{count, plural, =0 {No one sat} one {# person sat} other {# people sat}}', { count }),
    ...(thanks === null
      ? []
      : [t('{count, plural, =0 {no thanks} one {# thanks} other {# thanks}}', { count: thanks })]),
    ...(reflection === null ? [] : [reflectionSentence(reflection)]),
  ]
}
