// The tools of hosts: what they do with the day's sitting. For administrators and garden angels, and for who may host.
import type { Account } from '#features/auth/contract.ts'
import { SoughtHost } from '#features/hosts/web/sought-host.tsx'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { siteHint } from '#features/meditation/web/components/seat-button.tsx'
import { scrollToPicture } from '#features/meditation/web/scroll-to-picture.ts'
import { FailedVideoHint } from '#features/schedules/web/components/failed-video-hint.tsx'
import { HostControls } from '#features/sittings/web/components/host-controls.tsx'
import { allowBell } from '#features/sittings/web/hooks/use-press-permissions.ts'
import type { Seat } from '#features/sittings/web/hooks/use-seat.ts'
import { useApplySitting } from '#features/sittings/web/hooks/use-timeline-now.ts'
import { streamUrl } from '#features/streams/stream-address.ts'
import { deskPath } from '#shared/paths.ts'
import { moreActions } from '../sitting-actions.ts'
import { videoSeatHint } from './together-video.tsx'

export interface HostToolsProps {
  member: Account
  meditation: DailyMeditation
  /** The member holds the sitting that is shown. */
  holds: boolean
  /** The member's. */
  seat: Pick<Seat, 'takeIn'>
}

export function HostTools({ member, meditation, holds, seat }: HostToolsProps) {
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
          seat={{
            hint: videoSeatHint(plays) ?? siteHint(stream?.url),
            prepare: prepareSeat,
            takeIn: (sittingId) => {
              seat.takeIn(sittingId)
              // On a phone the menu is far below the countdown.
              scrollToPicture()
            },
          }}
          onChanged={(changed) => applySitting(changed.id, changed)}
        />
      )}
      {moderates && <FailedVideoHint day={date} scheduleId={scheduleId} />}
    </>
  )
}

/** Safari lets a page play what a press has loaded: not a stream of hls.js, nor a video that has played. */
function prepareSeat() {
  allowBell()
  const video = document.querySelector<HTMLVideoElement>('.video-frame video')
  if (video && video.played.length === 0 && !video.src.startsWith('blob:')) video.load()
}
