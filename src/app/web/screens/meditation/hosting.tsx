// The menu of hosts: what they do with the day's sitting, for administrators and garden angels.
import { useEffect } from 'react'
import type { Account } from '#features/auth/contract.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { useApplySitting } from '#features/sittings/web/hooks/use-moment.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'

const loadHostControls = async () =>
  (await import('#features/sittings/web/components/host-controls.tsx')).HostControls
const loadFailedVideoHint = async () =>
  (await import('#features/schedules/web/components/failed-video-hint.tsx')).FailedVideoHint

/** For administrators and garden angels; null for members. */
export function Hosting({ member, meditation }: { member: Account; meditation: DailyMeditation }) {
  const applySitting = useApplySitting()
  const [HostControls, loadControls] = useLazyImport(loadHostControls)
  const [FailedVideoHint, loadHint] = useLazyImport(loadFailedVideoHint)
  const isHost = member.isAdmin || member.isGardenAngel
  useEffect(() => {
    if (!isHost) return
    loadControls()
    loadHint()
  }, [isHost, loadControls, loadHint])
  if (!isHost || !HostControls) return null
  return (
    <>
      <HostControls
        scheduleId={meditation.scheduleId}
        schedules={meditation.others}
        sitting={meditation.sitting}
        onChanged={(sitting) => applySitting(sitting.id, sitting)}
      />
      {FailedVideoHint && <FailedVideoHint day={meditation.date} scheduleId={meditation.scheduleId} />}
    </>
  )
}
