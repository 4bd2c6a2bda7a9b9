// The day's sitting on the stage: the video, alone or together, who is here, and the moments that offer an entry.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useSession, useUser } from '#features/auth/web/hooks/use-user.ts'
import type { SittingMoment } from '#features/energy/rules.ts'
import type { Reflection } from '#features/reflections/reflection.ts'
import { ArrivalLevels, useDayLevels } from '#features/energy/web/components/sitting-levels.tsx'
import { roomCalls } from '#features/rooms/contract.ts'
import { AvatarStrip } from '#features/rooms/web/avatar-strip.tsx'
import { useRoomOnlineCount } from '#features/rooms/web/presence-store.ts'
import { useIsConnected, usePresence, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { presenceSentence, seatedSentence } from '#features/meditation/rules.ts'
import { AboutMeditation } from '#features/meditation/web/components/about-meditation.tsx'
import { FirstSteps, useFirstSteps } from '#features/meditation/web/components/first-steps.tsx'
import { NewDayNotice } from '#features/meditation/web/components/new-day-notice.tsx'
import { DailyVideo, type TogetherVideo } from '#features/meditation/web/components/daily-video.tsx'
import { SittingHeader } from '#features/meditation/web/components/sitting-header.tsx'
import { Stage, StageRow } from '#features/meditation/web/components/stage.tsx'
import { useVisitTimer } from '#features/meditation/web/data/visit-timer.ts'
import { useBell } from '#features/sittings/web/data/bell.ts'
import { usePhase, useRefreshedSitting, useSeat } from '#features/sittings/web/hooks/use-sitting.ts'
import { isGroupPlaying, sittingView, type SittingView } from '#features/sittings/web/data/view.ts'
import { parseMediaAddress, parseVideoAddress } from '#features/templates/media-address.ts'
import { onlineCountMeditationPollMs } from '#shared/constants.ts'
import { usePageTitle } from '#web/page-title.ts'
import { setMeditating, setSeated, setVisitActive } from '#web/visit-state.ts'
import { useGroupStatus } from '#web/player/group/group-status.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { useCall } from '#web/use-call.ts'
import { useSatToday, useVisitActivity, useWatched, type MeditationDays } from './day.ts'
import { Hosting } from './hosting.tsx'
import type { StageChat, RoomToolsProps } from './room-tools.tsx'
import { t } from '#shared/t.ts'

const loadCover = async () =>
  (await import('#features/meditation/web/components/sitting-cover.tsx')).SittingCover
const loadScene = async () => (await import('./scene.tsx')).MeditationScene
const loadEnding = () => import('./ending.tsx')

/** Below the stage while a sitting is under way. */
const RoomTools = lazyPart(async () => (await import('./room-tools.tsx')).RoomTools)

interface SittingProps {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
  days: Pick<MeditationDays, 'refreshSittings' | 'change' | 'next' | 'coming' | 'isOffered' | 'isReading'>
  /** The room's energy in this day's sitting, once it is published. */
  reflection: Reflection | null
  /** Called when an energy entry may be offered. */
  onMoment: (moment: SittingMoment) => void
  chat: StageChat
}

/** The meditations of one day, one after the other; another day mounts its own. */
export function SittingStage({ meditation: ofMoment, ...props }: SittingProps) {
  const { member, room, days, reflection, onMoment, chat } = props
  const { change, next, coming, isReading, refreshSittings: refresh } = days
  const firstSteps = useFirstSteps(member)
  const [isPlaying, setPlaying] = useState(false)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [thanksSlot, setThanksSlot] = useState<HTMLElement | null>(null)
  const [endings, prepareEnding] = useLazyImport(loadEnding)
  const together = useTogether({ member, meditation: ofMoment, room, isPlaying, refresh })
  const { isUnderWay, view } = together
  const meditation = useWatched(ofMoment, isPlaying && view.stage === 'own')
  usePageTitle(meditation.title)
  const isOffered = days.isOffered && view.offers.includes('new-day')
  const satToday = useSatToday(meditation, view, { isPlaying, prepareEnding })
  const { onFirstPlay, hasPlayed, onEnded, isReturn } = useSittingMoments(meditation, onMoment, together)
  const ended = useCallback(() => {
    prepareEnding()
    onEnded()
    if (isUnderWay) return
    change.videoEnded()
    setVisitActive(false)
  }, [onEnded, change, isUnderWay, prepareEnding])
  const playing = useCallback(
    (isPlaying: boolean) => {
      setPlaying(isPlaying)
      if (isPlaying) prepareEnding()
      if (!isUnderWay) change.setPlaying(isPlaying)
      if (isPlaying) setVisitActive(true)
    },
    [change, isUnderWay, prepareEnding],
  )
  useVisitActivity(change, isUnderWay, prepareEnding)
  const isConnected = useIsConnected(room)
  return (
    <Stage label={meditation.title}>
      <SittingHeader {...{ meditation, next, coming, isReturn }} times={view.times} />
      {!satToday.isShown && <Welcome {...{ firstSteps, member, together }} />}
      <DailyVideo
        key={meditation.scheduleId}
        meditation={meditation}
        onFirstPlay={() => {
          firstSteps.onPlay()
          onFirstPlay()
        }}
        onEnded={ended}
        onPlayingChange={playing}
        ending={(close) =>
          endings && (
            <endings.SittingEnding
              {...{ meditation, room, reflection, isSatToday: satToday.isShown }}
              sitting={view.offers.includes('after') ? meditation.sitting : null}
              thanks={<div ref={setThanksSlot} className="empty:hidden" />}
              onClose={close}
            />
          )
        }
        isOver={view.stage === 'ending' || satToday.isOffered}
        together={together.video}
        isConnected={isConnected}
        ref={setFrame}
      />
      {!satToday.isShown && <Arrival {...{ meditation, view, hasPlayed }} />}
      <StageRow
        hint={
          <>
            {endings && view.offers.includes('reflection') && (
              <endings.RoomEnergy sitting={meditation.sitting} reflection={reflection} />
            )}
            <Hosting member={member} meditation={meditation} />
            <NewDayNotice {...{ isReading, isOffered }} onGo={change.goToToday} />
          </>
        }
      >
        {isUnderWay ? <PresenceCount room={room} /> : <Presence room={room} />}
      </StageRow>
      {isUnderWay && (
        <RoomTools
          {...{ member, meditation, room, together, thanksSlot, frame, chat }}
          hosting={<Hosting member={member} meditation={meditation} />}
          faces={<AvatarStrip presence={room.presence} />}
        />
      )}
      <AboutMeditation
        meditation={meditation}
        activeNow={<ActiveCount day={room.day} />}
        videoStatus={isUnderWay && <VideoStatus />}
      />
    </Stage>
  )
}

interface WelcomeProps {
  firstSteps: ReturnType<typeof useFirstSteps>
  member: Account
  together: Together
}

/** A new member's first steps, unless everyone sits or the ending asks by itself. */
function Welcome({ firstSteps, member, together }: WelcomeProps) {
  const { view, seat } = together
  if (view.stage === 'ending' || view.times === 'sharing' || (seat.isTaken && view.chat === 'paused'))
    return null
  return (
    <FirstSteps
      {...firstSteps}
      name={member.name}
      isSeated={seat.isTaken}
      isTogether={view.times === 'under-way'}
    />
  )
}

interface ArrivalProps {
  meditation: DailyMeditation
  view: SittingView
  /** The first play offers the entry itself, in place of the row. */
  hasPlayed: boolean
}

/** The level on arrival (PULSE-01): from the doors to the bell, and on a day without a bell. In the same place on both. */
function Arrival({ meditation: { date, sitting, sittings }, view, hasPlayed }: ArrivalProps) {
  const isArriving = view.offers.includes('unlisted')
  const hasBell = sittings.some(({ cancelled }) => !cancelled)
  if (!isArriving && (hasBell || !view.offers.includes('entry'))) return null
  return (
    <div className="room-part px-4 pt-3 empty:hidden writing:hidden lg:p-0">
      <ArrivalLevels day={date} sitting={isArriving ? sitting : null} isAsked={isArriving || !hasPlayed} />
    </div>
  )
}

/**
 * Tracks the moments of a sitting. The time of the visit is recorded, and completes the sitting when long enough.
 */
function useSittingMoments(
  { date, scheduleId }: DailyMeditation,
  onMoment: SittingProps['onMoment'],
  { view, seat }: Pick<Together, 'view' | 'seat'>,
) {
  // The ending of a sitting that starts together asks for the level; nothing is offered before.
  const isAsking = view.offers.includes('entry')
  const session = useSession()
  const { status } = useUser()
  const hasEnded = useRef(false)
  const [isReturn, setReturn] = useState(false)
  const [hasPlayed, setPlayed] = useState(false)
  useVisitTimer(status === 'ready', {
    sessionDate: date,
    scheduleId,
    isSignedIn: () => session.state().status === 'ready',
    isSeated: seat.isTaken,
    // The end of the video has already offered the entry.
    onCompleted: () => !hasEnded.current && isAsking && onMoment('completed'),
    onReturn: () => setReturn(true),
  })
  const onFirstPlay = useCallback(() => {
    setPlayed(true)
    if (isAsking) onMoment('first-play')
  }, [onMoment, isAsking])
  const onEnded = useCallback(() => {
    hasEnded.current = true
    if (isAsking) onMoment('video-ended')
  }, [onMoment, isAsking])
  return { onFirstPlay, hasPlayed, onEnded, isReturn }
}

function Presence({ room }: { room: LiveRoom }) {
  return (
    <>
      <AvatarStrip presence={room.presence} />
      <PresenceSummary room={room} />
    </>
  )
}

/** While a sitting is under way the water shows the members (STAGE-06). */
function PresenceCount({ room }: { room: LiveRoom }) {
  const { count } = usePresence(room.presence)
  return <p className="text-[0.9rem] text-ink-2 tabular-nums">{seatedSentence(count ?? 1)}</p>
}

function PresenceSummary({ room }: { room: LiveRoom }) {
  const { users, count } = usePresence(room.presence)
  const { user } = useUser()
  const others = users.filter(({ id }) => id !== user?.id)
  const sentence = presenceSentence(
    others.map(({ name }) => name),
    count ?? 0,
  )
  return <p className="min-w-0 text-[0.9rem] text-ink-2 max-md:basis-full max-md:text-small">{sentence}</p>
}

/** Read on demand, and reported by testers; no live region (SYNC-19). */
function VideoStatus() {
  const status = useGroupStatus()
  return (
    status !== null && (
      <p className="room-part text-small text-ink-3 tabular-nums">{t('Video: {status}', { status })}</p>
    )
  )
}

/** The polled count; the count that the room publishes is newer (MED-05, LIVE-08). */
function ActiveCount({ day }: { day: string }) {
  const enabled = useUser().status === 'ready'
  const polled = useCall(
    roomCalls.onlineCountOf,
    { params: { date: day } },
    { pollMs: onlineCountMeditationPollMs, enabled },
  )
  return useRoomOnlineCount(day) ?? polled.data?.count ?? '–'
}

type Together = RoomToolsProps['together'] & {
  /** The player's content; null while everyone watches on their own. */
  video: TogetherVideo | null
}

interface TogetherOptions {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
  /** Whether the video plays. */
  isPlaying: boolean
  refresh: () => unknown
}

/** A day that starts together: derives the stage, the video, the wake lock and the offers from its phase. */
function useTogether({ member, meditation, room, isPlaying, refresh }: TogetherOptions): Together {
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
  useEffect(() => {
    setSeated(seat.isTaken)
    return () => setSeated(false)
  }, [seat.isTaken])
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
      seatHint={isYoutube(videoUrl) ? t('Your seat loads the video from YouTube.') : null}
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
      audience: count !== null && count > 1 ? t('{people} people sit together', { people: count }) : '',
      startsAtMs: sitting.videoAt,
      mediaSeconds: sitting.mediaSeconds,
      bellAtMs: sitting.sharingAt,
      keepsTempo: sitting.keepsTempo,
      audioUrl: parseMediaAddress(audioUrl),
      isOnOwn: seat.isOnOwn,
      setOnOwn: seat.setOnOwn,
      afterwardsLabel: phase === 'sharing' ? t('To the sharing') : null,
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
