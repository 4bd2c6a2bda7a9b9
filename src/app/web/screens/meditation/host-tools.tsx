// The tools of hosts: what they do with the day's sitting. For administrators and garden angels, and for who may host.
import type { Account } from '#features/auth/contract.ts'
import { SoughtHost } from '#features/hosts/web/sought-host.tsx'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { FailedVideoHint } from '#features/schedules/web/components/failed-video-hint.tsx'
import { HostControls } from '#features/sittings/web/components/host-controls.tsx'
import { useApplySitting } from '#features/sittings/web/hooks/use-timeline-now.ts'
import { streamUrl } from '#features/streams/stream-address.ts'
import { deskPath } from '#shared/paths.ts'
import { moreActions } from '../sitting-actions.ts'

export interface HostToolsProps {
  member: Account
  meditation: DailyMeditation
  /** The member holds the sitting that is shown. */
  holds: boolean
}

export function HostTools({ member, meditation, holds }: HostToolsProps) {
  const applySitting = useApplySitting()
  const moderates = member.isAdmin || member.isGardenAngel
  const { date, scheduleId, sitting, others, plays, stream } = meditation
  const isHere = sitting !== null && stream?.url === streamUrl(sitting.id)
  return (
    <>
      {sitting !== null && !holds && <SoughtHost sitting={sitting} memberId={member.id} />}
      {(moderates || holds) && (
        <HostControls
          {...{ scheduleId, sitting }}
          deskUrl={isHere ? deskPath(sitting.id) : null}
          isLive={plays.kind === 'live'}
          more={moreActions({ hasStream: stream !== undefined })}
          schedules={others}
          mayRestore={moderates}
          onChanged={(changed) => applySitting(changed.id, changed)}
        />
      )}
      {moderates && <FailedVideoHint day={date} scheduleId={scheduleId} />}
    </>
  )
}
