// What a sitting under way plays: the cover and the scene, and the group's video in step with everyone.
import { useEffect } from 'react'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { presenceSentence } from '#features/meditation/rules.ts'
import type { TogetherVideo } from '#features/meditation/web/components/daily-video.tsx'
import { usePresence, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import type { PlaysOfDay } from '#features/sittings/plays.ts'
import type { SilenceSoundProps } from '#features/sittings/web/components/silence-sound.tsx'
import type { SittingState } from '#features/sittings/web/data/sitting-state.ts'
import type { Seat } from '#features/sittings/web/hooks/use-seat.ts'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import { t } from '#shared/i18n/t.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import type { MeditationDays } from './day.ts'

const loadCover = async () => (await import('./cover.tsx')).MeditationCover
const loadScene = async () => (await import('./scene.tsx')).MeditationScene

interface TogetherVideoOptions {
  memberId: number
  meditation: DailyMeditation
  room: LiveRoom
  state: SittingState
  isSilence: boolean
  /** Where the sitting meets, or is streamed. */
  days: Pick<MeditationDays, 'meetingUrl' | 'streamAddress'>
  /** Who holds it; null while no one does. */
  host: DailyMeditation['host']
  /** The silence of a sitting without a video; null where there is none. */
  silence: Pick<SilenceSoundProps, 'blocks'> | null
  seat: Seat
  onVideoOver: () => void
  /** The element that contains the actions of the group's video. */
  actionsContainer: HTMLElement | null
}

/** Null unless a sitting is under way. Its cover and scene load ahead of it. */
export function useTogetherVideo(options: TogetherVideoOptions): TogetherVideo | null {
  const { memberId, meditation, room, state, isSilence, silence, seat, days, host } = options
  const { onVideoOver, actionsContainer } = options
  const { meetingUrl = null, streamAddress } = days
  const [SittingCover, prepareCover] = useLazyImport(loadCover)
  const [MeditationScene, prepareScene] = useLazyImport(loadScene)
  const startsTogether = meditation.sitting !== null
  useEffect(() => {
    if (!startsTogether) return
    prepareScene()
    prepareCover()
  }, [startsTogether, prepareCover, prepareScene])
  const presence = usePresence(room.presence)
  const { count } = presence
  const blocks = silence && silence.blocks
  const { underWay } = state
  if (underWay === null) return null
  const { sitting, phase } = underWay
  const { title, plays } = meditation
  const video = state.kind === 'gathering' ? state.video : state.kind === 'together' ? 'group' : null
  return {
    cover:
      // Its words need the scrim of the scene.
      state.kind !== 'gathering' ? null : SittingCover && MeditationScene ? (
        <SittingCover
          {...{ sitting, phase }}
          isSeated={state.isSeated}
          seatHint={videoSeatHint(plays)}
          onTakeSeat={seat.take}
          {...{ plays, meetingUrl, streamAddress, host, isSilence }}
          silence={blocks && { blocks, isOnOwn: seat.isOnOwn, setOnOwn: seat.setOnOwn, actionsContainer }}
        />
      ) : (
        // Below it there is nothing to show meanwhile, but for a video.
        plays.kind !== 'video' && <></>
      ),
    scene: MeditationScene ? (
      <MeditationScene
        client={room.socket}
        {...{ sitting, phase, isSilence, blocks, memberId }}
        isSilent={plays.kind !== 'video'}
        room={presence}
        hasWords={state.kind === 'gathering'}
        hasEnding={state.kind === 'ending'}
      />
    ) : null,
    group:
      video === 'group'
        ? {
            title,
            audience: audienceSentence(count),
            startsAtMs: sitting.videoAt,
            mediaSeconds: sitting.mediaSeconds,
            bellAtMs: sitting.sharingAt,
            keepsTempo: sitting.keepsTempo,
            isOnOwn: seat.isOnOwn,
            setOnOwn: seat.setOnOwn,
            afterwardsLabel: phase === 'sharing' ? t('To the sharing') : null,
            onOver: onVideoOver,
            actionsContainer,
          }
        : null,
    startedAtMs: video === 'joinable' ? sitting.videoAt : null,
    isMeditating: underWay.isMeditating,
    isPictureOver: phase === 'meditation',
  }
}

/** For the lock screen. */
export function audienceSentence(count: number | null): string {
  return (count !== null && count > 1 && presenceSentence([], count, { isBefore: false })) || ''
}

/** What the seat loads from YouTube; null for our own player. */
export function videoSeatHint(plays: PlaysOfDay): string | null {
  const isYoutube = plays.kind === 'video' && parseVideoAddress(plays.videoUrl)?.kind === 'youtube'
  return isYoutube ? t('Your seat loads the video from YouTube.') : null
}
