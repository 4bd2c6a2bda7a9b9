// A day that starts together: what its phase means for the picture's place, the video, the screen and the offers.
import { useCallback, useEffect, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { ArrivalLevels } from '#features/energy/web/sitting-levels.tsx'
import { usePresence, type LiveRoom } from '#features/live/web/use-live-room.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { groupStatus } from '#features/meditation/web/group/group-status.ts'
import { Veil } from '#features/meditation/web/video-overlays.tsx'
import type { TogetherVideo } from '#features/meditation/web/player/video-player.tsx'
import { useBell } from '#features/sittings/web/bell.ts'
import { useApplySitting } from '#features/sittings/web/use-moment.ts'
import { usePhase, useRefreshedSitting, useSeat, type Seat } from '#features/sittings/web/use-sitting.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import { setQuiet } from '#web/sitting-state.ts'
import { preloadInBackground, useLazyImport } from '#web/use-lazy-import.ts'
import { useIsWide } from '#web/use-media-query.ts'
import type { QuietChoiceProps } from './meditation-quiet.tsx'

const loadCover = async () => (await import('#features/meditation/web/sitting-cover.tsx')).SittingCover

export interface Together {
  /** Where the sitting is for the header's line; null without one ahead or under way. */
  times: 'ahead' | 'under-way' | 'sharing' | null
  isQuiet: boolean
  /** From the doors to the end of the sharing. */
  isUnderWay: boolean
  isSharing: boolean
  /** While people arrive on a narrow screen, the choice to sit quietly is below the picture, not on the cover. */
  isQuietChoiceBelow: boolean
  seat: Seat
  /** What the player shows; null while everyone watches on their own. */
  video: TogetherVideo | null
  /** The sitting in which the member sat, while its sharing is on. */
  shared: Sitting | null
  /** Where the actions of the group's video stand. */
  setActionsSlot: (slot: HTMLElement | null) => void
}

interface TogetherOptions {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
  /** Whether the video plays. */
  isPlaying: boolean
  refresh: () => unknown
}

export function useTogether({ member, meditation, room, isPlaying, refresh }: TogetherOptions): Together {
  const { sitting, title, date, videoUrl, audioUrl } = meditation
  const { phase, isSilence, isAhead } = usePhase(sitting)
  const isQuiet = phase === 'bell' || phase === 'sitting'
  const isUnderWay = phase !== 'open'
  const isSharing = phase === 'sharing'
  // A narrow picture has no room for more.
  const isWide = useIsWide()
  const isArriving = phase === 'doors' || phase === 'gather'
  const hasGroupStarted = phase === 'sitting' && !isSilence
  const [actionsSlot, setActionsSlot] = useState<HTMLElement | null>(null)
  const videoAt = sitting?.videoAt ?? null
  const [overVideoAt, setOverVideoAt] = useState<number | null>(null)
  const onOver = useCallback(() => setOverVideoAt(videoAt), [videoAt])
  // A video may be shorter than its measured length: the rest is silence.
  const isOver = overVideoAt !== null && overVideoAt === videoAt
  const seat = useSeat(sitting, { isUnderWay, isWatched: isPlaying || !hasGroupStarted || isOver })
  const { isOnOwn, setOnOwn } = seat
  const [SittingCover, prepareCover] = useLazyImport(loadCover)
  const startsTogether = sitting !== null
  useEffect(() => {
    if (startsTogether) prepareCover()
  }, [startsTogether, prepareCover])
  const { count } = usePresence(room.presence)
  useRefreshedSitting(sitting, refresh)
  useBell(sitting, seat.isTaken)
  useEffect(() => {
    setQuiet(isQuiet)
    return () => setQuiet(false)
  }, [isQuiet])

  const plays = hasGroupStarted && seat.isTaken && !isOver
  // Who watches on their own when the doors open isn't interrupted before the bell.
  const isEarly = isPlaying && !seat.isTaken && isArriving
  const isCovered = isUnderWay && phase !== 'sharing' && !plays && !isOnOwn && !isEarly
  const hasGroup = seat.isTaken && (isOnOwn || (phase !== 'sharing' && !isSilence))
  const cover = sitting !== null && isCovered && SittingCover && (
    <Veil className="z-1 writing:hidden">
      <SittingCover
        sitting={sitting}
        phase={phase}
        title={title}
        count={count ?? 1}
        isSeated={seat.isTaken}
        refused={seat.refused}
        seatNote={isYoutube(videoUrl) ? 'Your seat loads the video from YouTube.' : null}
        onTakeSeat={seat.take}
        arrival={
          <>
            <ArrivalLevels day={date} sitting={sitting} />
            {isWide && <LazyQuietChoice member={member} isOnPicture />}
          </>
        }
      />
    </Veil>
  )
  const video: TogetherVideo | null = isUnderWay
    ? {
        cover: cover || null,
        group:
          hasGroup && sitting !== null
            ? {
                title,
                startsAtMs: sitting.videoAt,
                mediaSeconds: sitting.mediaSeconds,
                keepsTempo: sitting.keepsTempo,
                audioUrl,
                count: count ?? 1,
                isOnOwn,
                setOnOwn,
                isSharing,
                onOver,
                actionsSlot,
              }
            : null,
        startedAtMs: hasGroupStarted && !seat.isTaken ? videoAt : null,
        isQuiet,
      }
    : null
  return {
    times: isSharing ? 'sharing' : isUnderWay ? 'under-way' : isAhead ? 'ahead' : null,
    isQuiet,
    isUnderWay,
    isSharing,
    isQuietChoiceBelow: isArriving && !isWide,
    seat,
    video,
    shared: isSharing && seat.wasTaken ? sitting : null,
    setActionsSlot,
  }
}

function isYoutube(videoUrl: string): boolean {
  return parseVideoAddress(videoUrl)?.kind === 'youtube'
}

const loadHostControls = async () => (await import('#features/sittings/web/host-controls.tsx')).HostControls

/** For administrators and garden angels; null for members. */
export function Hosting({ member, meditation }: { member: Account; meditation: DailyMeditation }) {
  const applySitting = useApplySitting()
  const [HostControls, load] = useLazyImport(loadHostControls)
  const isHost = member.isAdmin || member.isGardenAngel
  useEffect(() => {
    if (isHost) load()
  }, [isHost, load])
  if (!isHost || !HostControls) return null
  return (
    <HostControls
      scheduleId={meditation.scheduleId}
      sitting={meditation.sitting}
      onChanged={(sitting) => applySitting(sitting.id, sitting)}
    />
  )
}

const loadQuietChoice = () =>
  preloadInBackground(async () => (await import('./meditation-quiet.tsx')).QuietChoice)

/** After the first screen: it isn't needed at once. */
function LazyQuietChoice(props: QuietChoiceProps) {
  const [QuietChoice, load] = useLazyImport(loadQuietChoice)
  useEffect(load, [load])
  return QuietChoice && <QuietChoice {...props} />
}

const loadThankEveryone = async () => (await import('#features/thanks/web/thank-everyone.tsx')).ThankEveryone

const loadRoomHelp = async () => (await import('#features/help/web/room-help.tsx')).RoomHelp

interface RoomToolsProps {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
  together: Pick<Together, 'isUnderWay' | 'isSharing' | 'isQuietChoiceBelow' | 'setActionsSlot'>
  /** The place of 'Thank everyone' on a wide picture; null unless the ending is shown there. */
  thanksSlot: HTMLElement | null
}

/** Below the picture while a sitting is under way: the choice to sit quietly, thanks and help. */
export function RoomTools({ member, meditation, room, together, thanksSlot }: RoomToolsProps) {
  const { isUnderWay, isSharing, isQuietChoiceBelow, setActionsSlot } = together
  const isWide = useIsWide()
  const [ThankEveryone, loadThanks] = useLazyImport(loadThankEveryone)
  useEffect(() => {
    if (isUnderWay) loadThanks()
  }, [isUnderWay, loadThanks])
  const { sitting } = meditation
  if (!isUnderWay) return null
  return (
    <>
      {isQuietChoiceBelow && <LazyQuietChoice member={member} isOnPicture={false} />}
      {ThankEveryone && sitting && (
        // A host may begin the day's meditation again: nobody has thanked for that.
        <ThankEveryone
          key={sitting.startsAt}
          client={room.socket}
          sittingId={sitting.id}
          isSharing={isSharing}
          slot={isWide ? thanksSlot : null}
        />
      )}
      <div className="flex flex-wrap items-start gap-x-2">
        <div className="grow">
          <Help {...{ member, meditation, room }} />
        </div>
        <div
          ref={setActionsSlot}
          className="flex flex-wrap gap-x-2 gap-y-1 px-2 pb-3 empty:hidden writing:hidden lg:p-0"
        />
      </div>
    </>
  )
}

function Help({
  member,
  meditation,
  room,
}: {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
}) {
  const [RoomHelp, load] = useLazyImport(loadRoomHelp)
  useEffect(load, [load])
  const video = parseVideoAddress(meditation.videoUrl)
  const readDetails = () => ({
    browser: navigator.userAgent.slice(0, 300),
    video: video?.kind ?? ('file' as const),
    playerError: document.querySelector('video')?.error?.message.slice(0, 200) || null,
    videoStatus: groupStatus(),
    connection: room.socket.status().state,
  })
  return (
    RoomHelp && (
      <RoomHelp
        client={room.socket}
        moderatorId={member.isAdmin || member.isGardenAngel ? member.id : null}
        readDetails={readDetails}
        watchUrl={video?.kind === 'youtube' ? `https://www.youtube.com/watch?v=${video.id}` : null}
      />
    )
  )
}
