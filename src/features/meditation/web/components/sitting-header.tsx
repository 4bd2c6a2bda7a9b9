// Header of a sitting: date and countdown, the title, and one line.
import type { ReactNode } from 'react'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import type { DailyMeditation } from '../../contract.ts'
import type { ComingMeditation } from '../../countdown-target.ts'
import { NextCountdown, SittingTimes, StartTime } from './countdown.tsx'
import { SittingsLine } from './sittings-line.tsx'
import { StageHeader } from './stage.tsx'

interface SittingHeaderProps {
  meditation: DailyMeditation
  /** What the line says of the sitting under way; null without one. */
  times: 'under-way' | 'sharing' | null
  /** The day's sitting whose doors open next. */
  next: DailyMeditation['sittings'][number] | null
  coming: readonly ComingMeditation[] | null
  /** The day's line below the stage names its sittings; here is the one that was canceled. */
  hasDayLine: boolean
  /** Whether the member is back after a break (MED-50). */
  isReturn: boolean
}

export function SittingHeader({ meditation, times, next, coming, hasDayLine, isReturn }: SittingHeaderProps) {
  const { date, title, language } = meditation
  const words = timesOf(meditation, times, hasDayLine ? null : next)
  return (
    <StageHeader
      date={capitalize(formatDay(date))}
      title={title}
      titleLang={contentLang(language)}
      countdown={<NextCountdown size="line" coming={coming} pageTitle={title} isHidden={times !== null} />}
      line={
        (isReturn || words) && (
          <div className="flex flex-wrap gap-x-1.5">
            {isReturn && <p>{t('Welcome back.')}</p>}
            {words}
          </div>
        )
      }
    />
  )
}

function timesOf(
  meditation: DailyMeditation,
  times: SittingHeaderProps['times'],
  next: SittingHeaderProps['next'],
): ReactNode {
  const { title, sitting, sittings } = meditation
  if (sitting === null) return <StartTime start={meditation} />
  if (times !== null) return <SittingTimes sitting={sitting} stage={times} />
  const cancelled = sitting.cancelled ? sitting : null
  return (cancelled || next) && <SittingsLine {...{ sittings, cancelled, next }} pageTitle={title} />
}
