// Header of a sitting: date and countdown, the title, and one line.
import type { ReactNode } from 'react'
import type { Sitting } from '#features/sittings/sitting.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { contentLang } from '#web/i18n/content-language.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import type { DailyMeditation } from '../../contract.ts'
import type { ComingMeditation } from '../../countdown-target.ts'
import type { LayoutPhase } from '../lights/use-layout-phase.ts'
import { NextCountdown, StartTime, useUpcomingStart } from './countdown.tsx'
import { SittingsLine } from './sittings-line.tsx'
import { StageHeader } from './stage.tsx'
import type { UnderWayLineProps } from './under-way-line.tsx'

const UnderWayLine = lazyPart<UnderWayLineProps>(
  async () => (await import('./under-way-line.tsx')).UnderWayLine,
  ({ facts }) => facts,
)

interface SittingHeaderProps {
  meditation: DailyMeditation
  layout: LayoutPhase
  /** The sitting under way; null without one. */
  underWay: Sitting | null
  /** The day's sitting whose doors open next. */
  next: DailyMeditation['sittings'][number] | null
  coming: readonly ComingMeditation[] | null
  /** The meditation's facts in one line. */
  facts: ReactNode
}

export function SittingHeader(props: SittingHeaderProps) {
  const { meditation, layout, underWay, next, coming, facts } = props
  const { date, title, language, plays } = meditation
  const times = useTimes(meditation, next)
  return (
    <StageHeader
      date={capitalize(formatDay(date))}
      title={title}
      titleLang={contentLang(language)}
      countdown={<NextCountdown size="line" coming={coming} pageTitle={title} isHidden={underWay !== null} />}
      isUnderWay={underWay !== null}
      line={
        underWay ? (
          <UnderWayLine sitting={underWay} {...{ layout, facts }} isSilent={plays.kind === 'silence'} />
        ) : (
          (times ?? facts)
        )
      }
    />
  )
}

/** Whether the line names when it starts, so that the facts have their place below the members. */
export function useHasTimes(meditation: DailyMeditation, next: SittingHeaderProps['next']): boolean {
  return useTimes(meditation, next) !== null
}

function useTimes(meditation: DailyMeditation, next: SittingHeaderProps['next']): ReactNode {
  const { date, title, sitting, sittings } = meditation
  const startMs = useUpcomingStart(meditation)
  if (sitting === null) return startMs === null ? null : <StartTime {...{ date, startMs }} />
  const cancelled = sitting.cancelled ? sitting : null
  if (cancelled === null && next === null) return null
  return <SittingsLine {...{ sittings, cancelled, next }} pageTitle={title} />
}
