// Tools below the stage while a sitting is under way: the choice to sit quietly, thanks, help, and the lights.
import { clsx } from 'clsx'
import { useEffect, useState, type ReactNode } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useSession } from '#features/auth/web/hooks/use-user.ts'
import { RoomHelp } from '#features/help/web/room-help.tsx'
import { meditationCalls, type DailyMeditation } from '#features/meditation/contract.ts'
import { darkRoomSentence } from '#features/meditation/sitting-sentences.ts'
import { DarkBar } from '#features/meditation/web/lights/dark-bar.tsx'
import { useDarkPlace } from '#features/meditation/web/lights/use-dark-place.ts'
import { useLights } from '#features/meditation/web/lights/use-lights.ts'
import { travelMs } from '#features/meditation/web/scene/circle-travel.ts'
import { UnlistedAtSeat } from '#features/profile/web/components/unlisted-choice.tsx'
import { usePresence, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import { msToBell } from '#features/sittings/phases.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { UnderWay } from '#features/sittings/web/data/sitting-state.ts'
import type { Seat } from '#features/sittings/web/hooks/use-seat.ts'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import { ThankEveryone } from '#features/thanks/web/thank-everyone.tsx'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { displayZone } from '#web/local-zone.ts'
import { groupStatus } from '#web/player/group/group-status.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { useCall } from '#web/use-call.ts'
import { useClockJumps } from '#web/use-clock-jumps.ts'

/** The chat beside the stage, for what opens it from there while everyone sits. */
export interface StageChat {
  /** Of its column. */
  id: string
  isOpen: boolean
  onToggle: () => void
}

export interface RoomToolsProps {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
  underWay: UnderWay
  seat: Seat
  /** Sets the element that contains the actions of the group's video. */
  setActionsContainer: (container: HTMLElement | null) => void
  /** The place of 'Thank everyone' on the stage; null unless the ending is shown there. */
  thanksContainer: HTMLElement | null
  /** The place of the video in the page. */
  frame: HTMLElement | null
  chat: StageChat
  /** The tools of a host; nothing for members. */
  hosting: ReactNode
  /** The faces of the members. */
  faces: ReactNode
}

export function RoomTools(props: RoomToolsProps) {
  const { member, meditation, room, underWay, seat, thanksContainer, frame, chat, hosting, faces } = props
  const { sitting, isArriving, isMeditating, isSharing } = underWay
  const lights = useLights(sitting.id, isMeditating && seat.isTaken && !seat.isOnOwn)
  useDarkPlace(frame, lights.isDown)
  const jumps = useClockJumps()
  const [wasDark, setWasDark] = useState(false)
  if (lights.isDark && !wasDark) setWasDark(true)
  return (
    <>
      {lights.isDown && (
        <DarkBar
          onRaise={lights.raise}
          onEscape={chat.isOpen ? chat.onToggle : lights.raise}
          onLeave={seat.leave}
        >
          {hosting}
        </DarkBar>
      )}
      {isArriving && (
        <div className="room-part grid gap-2 px-4 pb-3 text-small text-ink-2 empty:hidden writing:hidden lg:p-0">
          {seat.isTaken && seat.refused.map((what) => <p key={what}>{refusedSentences[what]}</p>)}
          <UnlistedChoice member={member} />
        </div>
      )}
      <ThankEveryone
        key={sitting.id}
        client={room.socket}
        sittingId={sitting.id}
        isSharing={isSharing}
        container={thanksContainer}
      />
      <div className={clsx('dark-row', lights.isDark ? 'lights-down' : wasDark && 'lights-back')}>
        {lights.isDark && <DarkFaces key={jumps} {...{ room, faces, sitting }} />}
        <div className={clsx('flex flex-wrap items-start gap-x-2', lights.isDark && 'justify-center')}>
          <div className={clsx(!lights.isDark && 'grow')}>
            <Help {...{ member, meditation, room }} />
          </div>
          <div
            ref={props.setActionsContainer}
            className="dark-actions flex flex-wrap gap-x-2 gap-y-1 px-2 pb-3 empty:hidden writing:hidden lg:p-0"
          />
          {lights.isDark && (
            <Button
              variant="subtle"
              size="sm"
              className="dark-chat"
              aria-expanded={chat.isOpen}
              aria-controls={chat.id}
              onClick={chat.onToggle}
            >
              {chat.isOpen ? t('Hide the chat') : t('Show the chat')}
            </Button>
          )}
          {lights.isRaised && (
            <Button variant="subtle" size="sm" onClick={lights.lower}>
              {t('Lights down')}
            </Button>
          )}
        </div>
      </div>
    </>
  )
}

/** Preparations for a seat that a browser may refuse. */
const refusedSentences = {
  sound: t('The bell stays silent here: your browser didn’t play or load it.'),
  screen: t('Your screen may switch off: your browser doesn’t let this page keep it on.'),
}

/** The members, in the dark room. */
interface DarkFacesProps extends Pick<RoomToolsProps, 'room' | 'faces'> {
  sitting: Sitting
}

/** They come as the circle on the water sinks to them. */
function DarkFaces({ room, faces, sitting }: DarkFacesProps) {
  const { videoAt, sharingAt } = sitting
  const { count } = usePresence(room.presence)
  const [zone] = useState(displayZone)
  const [comeInMs] = useState(() => msToBell(videoAt - travelMs, serverNow()))
  return (
    <div className="dark-here grid justify-items-center gap-1">
      <div className="dark-faces" style={{ animationDelay: `${comeInMs}ms` }}>
        {faces}
      </div>
      <p className="text-small tabular-nums">
        {darkRoomSentence(count ?? 1, formatTimeOfDay(sharingAt, zone))}
      </p>
    </div>
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

/** To be unlisted, from the doors on (TRUST-01), explained in a member's first two sittings (TRUST-04). */
export function UnlistedChoice({ member }: { member: Account }) {
  const session = useSession()
  const isNewcomer = useNewcomer()
  return (
    <UnlistedAtSeat isUnlisted={member.isUnlisted} onSaved={session.updateUser} isNewcomer={isNewcomer} />
  )
}

const newcomerSittings = 2
const draftName = 'sat-twice'

/** Whether the member has completed fewer than two sittings. Stops asking the server once they have two. */
function useNewcomer(): boolean {
  const [isKnown] = useState(() => readDraft(draftName) !== null)
  const { data } = useCall(meditationCalls.completedCount, {}, { enabled: !isKnown, uncached: true })
  const satTwice = data !== undefined && data.count >= newcomerSittings
  useEffect(() => {
    if (satTwice) writeDraft(draftName, 'done')
  }, [satTwice])
  return data !== undefined && !satTwice
}
