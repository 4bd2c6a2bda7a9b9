// The menu of hosts: what they do with the day's sitting, for administrators and garden angels.
import { useEffect } from 'react'
import type { Account } from '#features/auth/contract.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { useApplySitting } from '#features/sittings/web/hooks/use-moment.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'

const loadHostParts = async () => {
  const [{ HostControls }, { FailedVideoHint }] = await Promise.all([
    import('#features/sittings/web/components/host-controls.tsx'),
    import('#features/schedules/web/components/failed-video-hint.tsx'),
  ])
  return { HostControls, FailedVideoHint }
}

/** For administrators and garden angels; null for members. */
export function Hosting({ member, meditation }: { member: Account; meditation: DailyMeditation }) {
  const applySitting = useApplySitting()
  const [parts, load] = useLazyImport(loadHostParts)
  const isHost = member.isAdmin || member.isGardenAngel
  useEffect(() => {
    if (isHost) load()
  }, [isHost, load])
  if (!isHost || !parts) return null
  return (
    <>
      <parts.HostControls
        scheduleId={meditation.scheduleId}
        schedules={meditation.others}
        sitting={meditation.sitting}
        onChanged={(sitting) => applySitting(sitting.id, sitting)}
      />
      <parts.FailedVideoHint day={meditation.date} scheduleId={meditation.scheduleId} />
    </>
  )
}
