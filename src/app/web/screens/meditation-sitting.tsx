// The day's sitting: the video, the online count, its description, and the moments that offer an energy entry.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useSession, useUser } from '#features/auth/web/use-user.ts'
import type { SittingMoment } from '#features/energy/rules.ts'
import type { Reflection } from '#features/energy/reflection.ts'
import { ArrivalLevels } from '#features/energy/web/sitting-levels.tsx'
import { liveCalls } from '#features/live/contract.ts'
import { AvatarStrip } from '#features/live/web/avatar-strip.tsx'
import { useRoomOnlineCount } from '#features/live/web/presence-store.ts'
import { usePresence, type LiveRoom } from '#features/live/web/use-live-room.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { presenceSentence } from '#features/meditation/rules.ts'
import { AboutMeditation } from '#features/meditation/web/about-meditation.tsx'
import { CancelledHint, NextCountdown, SittingTimes, StartTime } from '#features/meditation/web/countdown.tsx'
import { NewDayNotice } from '#features/meditation/web/new-day-notice.tsx'
import { useGroupStatus } from '#features/meditation/web/group/group-status.ts'
import { DailyVideo } from '#features/meditation/web/daily-video.tsx'
import type { SittingView } from '#features/sittings/web/view.ts'
import { Stage, StageHeader, StageRow } from '#features/meditation/web/stage.tsx'
import { useVisitTimer } from '#features/meditation/web/visit-timer.ts'
import { onlineCountMeditationPollMs } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { usePageTitle } from '#web/app-name.ts'
import { setVisitActive } from '#web/visit-state.ts'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { useCall } from '#web/use-call.ts'
import type { MeditationDays } from './meditation-day.ts'
import { useSatToday } from './meditation-sat-today.ts'
import { FirstSteps, useFirstSteps } from './meditation-first-steps.tsx'
import type { StageChat, RoomToolsProps } from './meditation-room-tools.tsx'
import { Hosting, useTogether } from './meditation-together.tsx'

const loadEnding = () => import('./meditation-ending.tsx')

interface SittingProps {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
  days: Pick<MeditationDays, 'refreshSittings' | 'change' | 'isOffered' | 'isReading'>
  /** The room's energy in this day's sitting, once it is published. */
  reflection: Reflection | null
  /** Called when an energy entry may be offered. */
  onMoment: (moment: SittingMoment) => void
  chat: StageChat
}

/** The sitting of one day; another day mounts its own. */
export function SittingStage({ member, meditation, room, days, reflection, onMoment, chat }: SittingProps) {
  const { change, isReading, refreshSittings } = days
  const { date, title } = meditation
  usePageTitle(title)
  const firstSteps = useFirstSteps(member)
  const [isPlaying, setPlaying] = useState(false)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [thanksSlot, setThanksSlot] = useState<HTMLElement | null>(null)
  const [endings, prepareEnding] = useLazyImport(loadEnding)
  const together = useTogether({ member, meditation, room, isPlaying, refresh: refreshSittings })
  const { isUnderWay, view } = together
  const isOffered = days.isOffered && view.offers.includes('new-day')
  const satToday = useSatToday(meditation, view, { isPlaying, prepareEnding })
  // The ending of a sitting that starts together asks for the level; nothing is offered before.
  const { onFirstPlay, onEnded } = useSittingMoments(date, onMoment, view.offers.includes('entry'))
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
  useEffect(() => {
    if (isUnderWay) prepareEnding()
  }, [isUnderWay, prepareEnding])
  useVisitActivity(change, isUnderWay)
  const isConnected = useIsConnected(room)
  return (
    <Stage label={title}>
      <SittingHeader meditation={meditation} times={view.times} />
      <FirstSteps {...firstSteps} member={member} together={together} />
      <DailyVideo
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
      {!satToday.isShown && <Arrival {...{ meditation, view, isUnderWay }} />}
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
        <Presence room={room} />
      </StageRow>
      <LazyRoomTools
        {...{ member, meditation, room, together, thanksSlot, frame, chat }}
        hosting={<Hosting member={member} meditation={meditation} />}
        faces={<AvatarStrip presence={room.presence} />}
      />
      <AboutMeditation
        meditation={meditation}
        activeNow={<ActiveCount day={room.day} />}
        videoStatus={isUnderWay && <VideoStatus />}
      />
    </Stage>
  )
}

function useVisitActivity(change: MeditationDays['change'], isUnderWay: boolean): void {
  useEffect(() => {
    if (!isUnderWay) return
    // A sitting that crosses midnight keeps its day until its sharing ends (PHASE-16).
    change.setPlaying(true)
    setVisitActive(true)
    return () => {
      change.videoEnded()
      setVisitActive(false)
    }
  }, [change, isUnderWay])
  useEffect(() => {
    setVisitActive(true)
    return () => setVisitActive(false)
  }, [])
}

interface ArrivalProps {
  meditation: DailyMeditation
  view: SittingView
  isUnderWay: boolean
}

/** The level on arrival, in the same place on every day: before a sitting until its bell (PULSE-01). */
function Arrival({ meditation, view, isUnderWay }: ArrivalProps) {
  if (!view.offers.includes('unlisted') && !view.offers.includes('entry')) return null
  return (
    <div className="room-part px-4 pt-3 empty:hidden writing:hidden lg:p-0">
      <ArrivalLevels day={meditation.date} sitting={isUnderWay ? meditation.sitting : null} />
    </div>
  )
}

/** Whether the live channel is connected. */
function useIsConnected({ socket }: LiveRoom): boolean {
  return useSyncExternalStore(socket.onStatusChange, () => socket.status().state === 'connected')
}

interface SittingHeaderProps extends Pick<SittingView, 'times'> {
  meditation: DailyMeditation
}

function SittingHeader({ meditation, times }: SittingHeaderProps) {
  const { date, title, scheduledTime, sitting } = meditation
  return (
    <StageHeader
      date={formatDay(date)}
      title={title}
      countdown={
        !sitting?.cancelled && (
          <NextCountdown
            size="line"
            bellAt={times === 'ahead' || times === 'under-way' ? (sitting?.startsAt ?? null) : null}
            isHidden={times === 'under-way' || times === 'sharing'}
          />
        )
      }
      line={
        sitting === null ? (
          <StartTime day={date} scheduledTime={scheduledTime} />
        ) : sitting.cancelled ? (
          <CancelledHint cancelNote={sitting.cancelNote} />
        ) : (
          times && <SittingTimes sitting={sitting} stage={times} />
        )
      }
    />
  )
}

/**
 * Tracks the moments of a sitting. The time of the visit is recorded, and completes the sitting when long enough.
 */
function useSittingMoments(date: string, onMoment: SittingProps['onMoment'], isOffered: boolean) {
  const session = useSession()
  const { status } = useUser()
  const hasEnded = useRef(false)
  useVisitTimer(status === 'ready', {
    sessionDate: date,
    isSignedIn: () => session.state().status === 'ready',
    // The end of the video has already offered the entry.
    onCompleted: () => !hasEnded.current && isOffered && onMoment('completed'),
  })
  const onFirstPlay = useCallback(() => {
    if (isOffered) onMoment('first-play')
  }, [onMoment, isOffered])
  const onEnded = useCallback(() => {
    hasEnded.current = true
    if (isOffered) onMoment('video-ended')
  }, [onMoment, isOffered])
  return { onFirstPlay, onEnded }
}

function Presence({ room }: { room: LiveRoom }) {
  return (
    <>
      <AvatarStrip presence={room.presence} />
      <PresenceSummary room={room} />
    </>
  )
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
    status !== null && <p className="room-part text-small text-ink-3 tabular-nums">{`Video: ${status}`}</p>
  )
}

/** The polled count; the count that the room publishes is newer (MED-05, LIVE-08). */
function ActiveCount({ day }: { day: string }) {
  const enabled = useUser().status === 'ready'
  const polled = useCall(
    liveCalls.onlineCountOf,
    { params: { date: day } },
    { pollMs: onlineCountMeditationPollMs, enabled },
  )
  return useRoomOnlineCount(day) ?? polled.data?.count ?? '–'
}

const loadRoomTools = async () => (await import('./meditation-room-tools.tsx')).RoomTools

/** Below the stage while a sitting is under way. */
function LazyRoomTools(props: RoomToolsProps) {
  const { isUnderWay } = props.together
  const [RoomTools, load] = useLazyImport(loadRoomTools)
  useEffect(() => {
    if (isUnderWay) load()
  }, [isUnderWay, load])
  return isUnderWay && RoomTools && <RoomTools {...props} />
}
