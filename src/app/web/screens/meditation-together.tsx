// A day that starts together: derives the stage, the video, the wake lock and the offers from its phase.
import { useCallback, useEffect, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { ArrivalLevels, useDayLevels } from '#features/energy/web/sitting-levels.tsx'
import { usePresence, type LiveRoom } from '#features/live/web/use-live-room.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { Veil } from '#features/meditation/web/video-overlays.tsx'
import type { TogetherVideo } from '#features/meditation/web/player/video-player.tsx'
import { useBell } from '#features/sittings/web/bell.ts'
import { useApplySitting } from '#features/sittings/web/use-moment.ts'
import { usePhase, useRefreshedSitting, useSeat, type Seat } from '#features/sittings/web/use-sitting.ts'
import { isGroupPlaying, sittingView, type SittingView } from '#features/sittings/web/view.ts'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import { setMeditating } from '#web/visit-state.ts'
import { pageDays } from '#web/community-days.ts'
import { preloadInBackground, useLazyImport } from '#web/use-lazy-import.ts'
import { useIsWide } from '#web/use-media-query.ts'
import type { UnlistedChoiceProps } from './meditation-unlisted.tsx'

const loadCover = async () => (await import('#features/meditation/web/sitting-cover.tsx')).SittingCover

export interface Together {
  /** From the doors to the end of the sharing. */
  isUnderWay: boolean
  view: SittingView
  seat: Seat
  /** The player's content; null while everyone watches on their own. */
  video: TogetherVideo | null
  /** Sets the element that contains the actions of the group's video. */
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
  const moment = usePhase(sitting)
  const { phase } = moment
  const isUnderWay = phase !== 'open'
  // A narrow stage has no room for the choice.
  const isWide = useIsWide()
  const [actionsSlot, setActionsSlot] = useState<HTMLElement | null>(null)
  const videoAt = sitting?.videoAt ?? null
  const [overVideoAt, setOverVideoAt] = useState<number | null>(null)
  const onOver = useCallback(() => setOverVideoAt(videoAt), [videoAt])
  // A video may be shorter than its measured length: the rest is silence.
  const isVideoOver = overVideoAt !== null && overVideoAt === videoAt
  const isWatched = isPlaying || !isGroupPlaying({ ...moment, isVideoOver })
  const seat = useSeat(sitting, { isUnderWay, isWatched })
  const { before } = useDayLevels(date, sitting)
  const hasSat = seat.wasTaken || (sitting !== null && before != null)
  const view = sittingView({ ...moment, seat, hasSat, isPlaying, isVideoOver })
  const [SittingCover, prepareCover] = useLazyImport(loadCover)
  const startsTogether = sitting !== null
  useEffect(() => {
    if (startsTogether) prepareCover()
  }, [startsTogether, prepareCover])
  const { count } = usePresence(room.presence)
  useRefreshedSitting(sitting, refresh)
  useBell(sitting, seat.isTaken)
  const isMeditating = view.chat === 'paused'
  useEffect(() => {
    setMeditating(isMeditating)
    return () => setMeditating(false)
  }, [isMeditating])

  const cover = sitting !== null && view.stage === 'cover' && SittingCover && (
    <Veil className="z-1 writing:hidden">
      <SittingCover
        sitting={sitting}
        phase={phase}
        title={title}
        count={count ?? 1}
        isSeated={seat.isTaken}
        refused={seat.refused}
        seatHint={isYoutube(videoUrl) ? 'Your seat loads the video from YouTube.' : null}
        onTakeSeat={seat.take}
        arrival={
          <>
            <ArrivalLevels day={date} sitting={sitting} isOnImage />
            {isWide && <LazyUnlistedChoice member={member} isOnImage />}
          </>
        }
      />
    </Veil>
  )
  const group = sitting !== null &&
    (view.group === 'in' || view.group === 'left') && {
      title,
      startsAtMs: sitting.videoAt,
      mediaSeconds: sitting.mediaSeconds,
      keepsTempo: sitting.keepsTempo,
      audioUrl,
      count: count ?? 1,
      isOnOwn: seat.isOnOwn,
      setOnOwn: seat.setOnOwn,
      isSharing: phase === 'sharing',
      onOver,
      actionsSlot,
    }
  const video: TogetherVideo | null = isUnderWay
    ? {
        cover: cover || null,
        group: group || null,
        startedAtMs: view.group === 'joinable' ? videoAt : null,
        isMeditating,
      }
    : null
  return { isUnderWay, view, seat, video, setActionsSlot }
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
  const { date, scheduledTime, sitting, together } = meditation
  return (
    <HostControls
      scheduleId={meditation.scheduleId}
      sitting={sitting}
      scheduledBellAt={together ? pageDays().wallTimeMs(date, scheduledTime) : null}
      onChanged={(sitting) => applySitting(sitting.id, sitting)}
    />
  )
}

const loadUnlistedChoice = () =>
  preloadInBackground(async () => (await import('./meditation-unlisted.tsx')).UnlistedChoice)

/** After the first screen: it isn't needed at once. */
function LazyUnlistedChoice(props: UnlistedChoiceProps) {
  const [UnlistedChoice, load] = useLazyImport(loadUnlistedChoice)
  useEffect(load, [load])
  return UnlistedChoice && <UnlistedChoice {...props} />
}
