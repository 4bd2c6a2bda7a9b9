// Header of a sitting: date and countdown, the title, and one line.
import type { ReactNode } from 'react'
import { capitalize, formatDay } from '#shared/day.ts'
import type { DailyMeditation } from '../../contract.ts'
import { CancelledHint, NextCountdown, SittingTimes, StartTime } from './countdown.tsx'
import { StageHeader } from './stage.tsx'
import { t } from '#shared/t.ts'

interface SittingHeaderProps {
  meditation: DailyMeditation
  /** The words of the line; null without a sitting ahead or under way. */
  times: 'ahead' | 'under-way' | 'sharing' | null
  /** Whether the member is back after a break (MED-50). */
  isReturn: boolean
}

export function SittingHeader({ meditation, times, isReturn }: SittingHeaderProps) {
  const { date, title, sitting } = meditation
  const words = timesOf(meditation, times)
  const bellAt = times === 'ahead' || times === 'under-way' ? (sitting?.startsAt ?? null) : null
  return (
    <StageHeader
      date={capitalize(formatDay(date))}
      title={title}
      countdown={
        !sitting?.cancelled && (
          <NextCountdown
            size="line"
            bellAt={bellAt}
            isHidden={times === 'under-way' || times === 'sharing'}
          />
        )
      }
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

function timesOf(meditation: DailyMeditation, times: SittingHeaderProps['times']): ReactNode {
  const { sitting } = meditation
  if (sitting === null) return <StartTime start={meditation} />
  if (sitting.cancelled) return <CancelledHint cancelNote={sitting.cancelNote} />
  return times && <SittingTimes sitting={sitting} stage={times} />
}
