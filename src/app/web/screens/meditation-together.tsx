// A day that starts together: derives the stage, the video, the wake lock and the offers from its phase.
import { useCallback, useEffect, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useDayLevels } from '#features/energy/web/sitting-levels.tsx'
import { usePresence, type LiveRoom } from '#features/live/web/use-live-room.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import type { TogetherVideo } from '#features/meditation/web/player/video-player.tsx'
import { useBell } from '#features/sittings/web/bell.ts'
import { useApplySitting } from '#features/sittings/web/use-moment.ts'
import { usePhase, useRefreshedSitting, useSeat, type Seat } from '#features/sittings/web/use-sitting.ts'
import { isGroupPlaying, sittingView, type SittingView } from '#features/sittings/web/view.ts'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import { setMeditating } from '#web/visit-state.ts'
import { pageDays } from '#web/community-days.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'

const loadCover = async () => (await import('#features/meditation/web/sitting-cover.tsx')).SittingCover
const loadScene = async () => (await import('./meditation-scene.tsx')).MeditationScene

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
  const [MeditationScene, prepareScene] = useLazyImport(loadScene)
  const startsTogether = sitting !== null
  useEffect(() => {
    if (!startsTogether) return
    prepareScene()
    prepareCover()
  }, [startsTogether, prepareCover, prepareScene])
  const presence = usePresence(room.presence)
  const { count } = presence
  useRefreshedSitting(sitting, refresh)
  useBell(sitting, seat.isTaken)
  const isMeditating = view.chat === 'paused'
  useEffect(() => {
    setMeditating(isMeditating)
    return () => setMeditating(false)
  }, [isMeditating])

  const cover = sitting !== null && view.stage === 'cover' && SittingCover && (
    <SittingCover
      sitting={sitting}
      phase={phase}
      count={count ?? 1}
      isSeated={seat.isTaken}
      seatHint={isYoutube(videoUrl) ? 'Your seat loads the video from YouTube.' : null}
      onTakeSeat={seat.take}
    />
  )
  const scene = sitting !== null && MeditationScene && (
    <MeditationScene
      client={room.socket}
      {...{ sitting, phase }}
      isSilence={moment.isSilence}
      room={presence}
      memberId={member.id}
    />
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
        scene: scene || null,
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
