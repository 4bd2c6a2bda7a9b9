// Tools below the stage while a sitting is under way: the choice to sit quietly, thanks, and help.
import type { Account } from '#features/auth/contract.ts'
import { RoomHelp } from '#features/help/web/room-help.tsx'
import type { LiveRoom } from '#features/live/web/use-live-room.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { groupStatus } from '#features/meditation/web/group/group-status.ts'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import { ThankEveryone } from '#features/thanks/web/thank-everyone.tsx'
import { useIsWide } from '#web/use-media-query.ts'
import { UnlistedChoice } from './meditation-unlisted.tsx'
import type { Together } from './meditation-together.tsx'

export interface RoomToolsProps {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
  together: Pick<Together, 'isUnderWay' | 'view' | 'setActionsSlot'>
  /** The place of 'Thank everyone' on the stage; null unless the ending is shown there. */
  thanksSlot: HTMLElement | null
}

export function RoomTools({ member, meditation, room, together, thanksSlot }: RoomToolsProps) {
  const { offers } = together.view
  const isWide = useIsWide()
  const { sitting } = meditation
  return (
    <>
      {!isWide && offers.includes('unlisted') && <UnlistedChoice member={member} isOnImage={false} />}
      {sitting && (
        <ThankEveryone
          key={sitting.id}
          client={room.socket}
          sittingId={sitting.id}
          isSharing={offers.includes('thanks')}
          slot={thanksSlot}
        />
      )}
      <div className="flex flex-wrap items-start gap-x-2">
        <div className="grow">
          <Help {...{ member, meditation, room }} />
        </div>
        <div
          ref={together.setActionsSlot}
          className="flex flex-wrap gap-x-2 gap-y-1 px-2 pb-3 empty:hidden writing:hidden lg:p-0"
        />
      </div>
    </>
  )
}

function Help({ member, meditation, room }: Pick<RoomToolsProps, 'member' | 'meditation' | 'room'>) {
  const video = parseVideoAddress(meditation.videoUrl)
  const readDetails = () => ({
    browser: navigator.userAgent.slice(0, 300),
    video: video?.kind ?? ('file' as const),
    playerError: document.querySelector('video')?.error?.message.slice(0, 200) || null,
    videoStatus: groupStatus(),
    connection: room.socket.status().state,
  })
  return (
    <RoomHelp
      client={room.socket}
      moderatorId={member.isAdmin || member.isGardenAngel ? member.id : null}
      readDetails={readDetails}
      watchUrl={video?.kind === 'youtube' ? `https://www.youtube.com/watch?v=${video.id}` : null}
    />
  )
}
