// The line below the title while a sitting is under way: the meditation's facts, until when the room sits, or its sharing.
import { useState, type ReactNode } from 'react'
import type { Sitting } from '#features/sittings/sitting.ts'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { pageDays } from '#web/community-days.ts'
import { displayZone, localZone } from '#web/local-zone.ts'
import { Swap } from '#web/ui/swap.tsx'
import { sharingSentence } from '../../rules.ts'
import type { LayoutPhase } from '../lights/use-layout-phase.ts'

export interface UnderWayLineProps {
  sitting: Sitting
  layout: LayoutPhase
  /** A silence is sat, perhaps walking. */
  isSilent: boolean
  facts: ReactNode
}

export function UnderWayLine({ sitting, layout, isSilent, facts }: UnderWayLineProps) {
  const [local] = useState(localZone)
  const { startsAt, sharingAt, endsAt } = sitting
  const time = formatTimeOfDay(sharingAt, displayZone())
  const sits = isSilent ? t('In silence until {time}', { time }) : t('The room sits until {time}.', { time })
  const shares = sharingSentence(endsAt, { community: pageDays().zoneAt(startsAt), local })
  return (
    <Swap
      shown={layout === 'cleared' ? 'sharing' : layout}
      forms={{ doors: facts, sitting: <p>{sits}</p>, sharing: <p>{shares}</p> }}
    />
  )
}
