// The tools of hosts: what they do with the day's sitting. For administrators and garden angels, and for who may host.
import { useRef, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { hallTime } from '#features/halls/rules.ts'
import { SoughtHost } from '#features/hosts/web/sought-host.tsx'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { FailedVideoHint } from '#features/schedules/web/components/failed-video-hint.tsx'
import { HostControls } from '#features/sittings/web/components/host-controls.tsx'
import { useApplySitting } from '#features/sittings/web/hooks/use-timeline-now.ts'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { serverNow } from '#web/server-clock.ts'

const HallDialog = lazyPart(async () => (await import('#features/halls/web/hall-dialog.tsx')).HallDialog)

export interface HostToolsProps {
  member: Account
  meditation: DailyMeditation
  /** The member holds the sitting that is shown. */
  holds: boolean
}

export function HostTools({ member, meditation, holds }: HostToolsProps) {
  const applySitting = useApplySitting()
  const moderates = member.isAdmin || member.isGardenAngel
  const { date, scheduleId, sitting, others } = meditation
  const hostButton = useRef<HTMLButtonElement>(null)
  const [isHallOpen, setHallOpen] = useState(false)
  const hasHalls = sitting !== null && hallTime(sitting, serverNow()) === 'open'
  return (
    <>
      {sitting !== null && !holds && <SoughtHost sitting={sitting} memberId={member.id} />}
      {(moderates || holds) && (
        <HostControls
          {...{ scheduleId, sitting }}
          schedules={others}
          mayRestore={moderates}
          onChanged={(changed) => applySitting(changed.id, changed)}
          choices={hasHalls ? [{ label: t('A hall…'), onSelect: () => setHallOpen(true) }] : []}
          button={hostButton}
        />
      )}
      {isHallOpen && sitting !== null && (
        <HallDialog sittingId={sitting.id} onClose={() => setHallOpen(false)} returnFocusTo={hostButton} />
      )}
      {moderates && <FailedVideoHint day={date} scheduleId={scheduleId} />}
    </>
  )
}
