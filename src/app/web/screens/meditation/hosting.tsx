// The menu of hosts: what they do with the day's sitting, for administrators and garden angels.
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

/** For administrators and garden angels; null for members. */
export function Hosting({ member, meditation }: { member: Account; meditation: DailyMeditation }) {
  const applySitting = useApplySitting()
  if (!member.isAdmin && !member.isGardenAngel) return null
  return (
    <>
      <HostControls
        scheduleId={meditation.scheduleId}
        schedules={meditation.others}
        sitting={meditation.sitting}
        onChanged={(sitting) => applySitting(sitting.id, sitting)}
      />
      <FailedVideoHint day={meditation.date} scheduleId={meditation.scheduleId} />
    </>
  )
}
