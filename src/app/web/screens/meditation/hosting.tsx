// The tools of hosts: what they do with the day's sitting. For administrators and garden angels, and for who holds it.
import type { Account } from '#features/auth/contract.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { useApplySitting } from '#features/sittings/web/hooks/use-timeline-now.ts'
import { lazyPart } from '#web/lazy-part.tsx'

const HostControls = lazyPart(
  async () => (await import('#features/sittings/web/components/host-controls.tsx')).HostControls,
)
const FailedVideoHint = lazyPart(
  async () => (await import('#features/schedules/web/components/failed-video-hint.tsx')).FailedVideoHint,
)
const SoughtHost = lazyPart(async () => (await import('#features/hosts/web/sought-host.tsx')).SoughtHost)

interface HostingProps {
  member: Account
  meditation: DailyMeditation
  /** The member holds the sitting that is shown. */
  holds: boolean
}

/** Null for other members. */
export function Hosting({ member, meditation, holds }: HostingProps) {
  const applySitting = useApplySitting()
  const moderates = member.isAdmin || member.isGardenAngel
  const { date, scheduleId, sitting, others } = meditation
  if (!moderates && member.mayHost !== true) return null
  return (
    <>
      {sitting !== null && !holds && <SoughtHost sitting={sitting} memberId={member.id} />}
      {(moderates || holds) && (
        <HostControls
          {...{ scheduleId, sitting }}
          schedules={others}
          mayRestore={moderates}
          onChanged={(changed) => applySitting(changed.id, changed)}
        />
      )}
      {moderates && <FailedVideoHint day={date} scheduleId={scheduleId} />}
    </>
  )
}
