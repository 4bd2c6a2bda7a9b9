// The stage of a live sitting while nothing lies over it: where it is, and when (TEACH-12).
import '../scene/sky-scrim.css'
import '../scene/scene.css'
import { useState } from 'react'
import { hasRung, phaseAt } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import { serverNow } from '#web/server-clock.ts'
import { elsewhereTitle } from './meeting-link.tsx'
import { SeatButton, siteHint } from './seat-button.tsx'

interface LiveStageProps {
  /** The one that the room shows; null on a day without a bell. */
  sitting: Sitting | null
  meetingUrl: string | null
  /** It is seen and heard in the room. */
  isStreamed: boolean
  /** Its stream; null while there is none. */
  streamUrl: string | null
  /** Shows the picture that stays for the sharing; null where it can't be joined now. */
  onJoin: (() => void) | null
}

/** Fills its container. */
export function LiveStage({ sitting, meetingUrl, isStreamed, streamUrl, onJoin }: LiveStageProps) {
  const [zone] = useState(displayZone)
  const when = sitting && whenSentence(sitting, zone)
  return (
    <div className="absolute inset-0 z-1 text-[white] [container-type:size] writing:hidden">
      <div className="sky-scrim absolute inset-0" />
      <div className="sky-words absolute inset-x-0 top-0 flex flex-col items-center justify-center-safe gap-2.5 overflow-y-auto px-5 py-3 text-center">
        <p className="serif max-w-full text-section text-balance wrap-anywhere @xl:text-title">
          {isStreamed ? t('Live, in this room') : elsewhereTitle(meetingUrl)}
        </p>
        {when !== null && <p className="text-[0.95rem] text-balance tabular-nums">{when}</p>}
        {onJoin && (
          <SeatButton hint={siteHint(streamUrl)} onPress={onJoin}>
            {t('Join the group')}
          </SeatButton>
        )}
      </div>
    </div>
  )
}

/** The header above says why one was canceled, and the countdown when the next one comes. */
function whenSentence(sitting: Sitting, zone: string): string {
  const nowMs = serverNow()
  const time = formatTimeOfDay(sitting.startsAt, zone)
  if (sitting.cancelled) return t('It doesn’t meet today.')
  if (phaseAt(sitting, nowMs) === 'sharing')
    return t('Sharing until {time}', { time: formatTimeOfDay(sitting.endsAt, zone) })
  return hasRung(sitting, nowMs) ? t('It met at {time}', { time }) : t('It meets at {time}', { time })
}
