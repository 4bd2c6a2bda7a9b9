// The line of the day's sittings: which one was canceled, and which one comes next (PHASE-07, PHASE-20).
import { useState } from 'react'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { CommunityDays } from '#shared/day.ts'
import type { Language } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { rich } from '#web/i18n/rich.tsx'
import { localZone } from '#web/local-zone.ts'
import { CommunityText } from '#web/ui/community-text.tsx'
import { useViewerToday } from '#web/use-viewer-today.ts'
import type { DailyMeditation } from '../../contract.ts'
import { cancelledSentence, togetherSentence, togetherTimes } from '../../rules.ts'

interface SittingsLineProps {
  sittings: DailyMeditation['sittings']
  /** The title of the page's meditation. */
  pageTitle: string
  /** A canceled one in its own time. */
  cancelled: Sitting | null
  next: DailyMeditation['sittings'][number] | null
}

export function SittingsLine({ sittings, pageTitle, cancelled, next }: SittingsLineProps) {
  const [local] = useState(localZone)
  return (
    <p dir="auto" className="wrap-anywhere">
      <SittingsSentences
        cancelled={cancelled}
        isOnly={sittings.length === 1}
        next={next && { ...next, title: next.title === pageTitle ? null : next.title }}
        days={pageDays()}
        local={local}
        today={useViewerToday()}
      />
    </p>
  )
}

interface SittingsSentencesProps {
  cancelled: Pick<Sitting, 'startsAt' | 'cancelNote'> | null
  /** Whether the day has no other sitting. */
  isOnly: boolean
  /** The next sitting; its title where that isn't the page's. */
  next: NextSitting | null
  days: CommunityDays
  /** The viewer's zone; null if it is unknown. */
  local: string | null
  /** By the viewer's clock. */
  today: string
}

interface NextSitting extends Pick<Sitting, 'doorsAt' | 'startsAt'> {
  title: string | null
  language: Language | null
}

export function SittingsSentences({ cancelled, isOnly, next, days, local, today }: SittingsSentencesProps) {
  const zonesAt = (atMs: number) => ({ community: days.zoneAt(atMs), local, today })
  return (
    <>
      {cancelled && cancelledSentence(cancelled, isOnly, zonesAt(cancelled.startsAt))}
      {cancelled && next && <span>{' · '}</span>}
      {next && nextSentence(next, zonesAt(next.startsAt))}
    </>
  )
}

function nextSentence(
  { title, language, ...sitting }: NextSitting,
  zones: Parameters<typeof togetherTimes>[1],
) {
  if (title === null) return togetherSentence(sitting, zones)
  const { local, ...times } = togetherTimes(sitting, zones)
  const parts = {
    name: title,
    title: (text: string) => <CommunityText language={language}>{text}</CommunityText>,
    ...times,
  }
  if (local === null) return rich('<title>{name}</title>, together at {bell} · doors {doors}', parts)
  const { weekday, ...own } = local
  return weekday === null
    ? rich('<title>{name}</title>, together at {localBell} ({bell} in {city}) · doors {doors}', {
        ...parts,
        ...own,
      })
    : rich('<title>{name}</title>, together on {weekday} at {localBell} ({bell} in {city}) · doors {doors}', {
        ...parts,
        ...own,
        weekday,
      })
}
