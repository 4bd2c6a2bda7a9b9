// The day's sitting: the video, the online count, its description, and the moments that offer an energy entry.
import { useCallback, useEffect, useRef } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useSession, useUser } from '#features/auth/web/use-user.ts'
import type { SittingMoment } from '#features/energy/rules.ts'
import { ArrivalLevels } from '#features/energy/web/sitting-levels.tsx'
import { liveCalls } from '#features/live/contract.ts'
import { AvatarStrip } from '#features/live/web/avatar-strip.tsx'
import { useRoomOnlineCount } from '#features/live/web/presence-store.ts'
import { usePresence, type LiveRoom } from '#features/live/web/use-live-room.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { presenceSentence } from '#features/meditation/rules.ts'
import { AboutSession } from '#features/meditation/web/about-session.tsx'
import { Countdown, StartTime } from '#features/meditation/web/countdown.tsx'
import { NewDayNotice } from '#features/meditation/web/new-day-notice.tsx'
import { DailyVideo } from '#features/meditation/web/daily-video.tsx'
import { Stage, StageHeader, StageRow } from '#features/meditation/web/stage.tsx'
import { useSessionTimer } from '#features/meditation/web/session-timer.ts'
import { onlineCountMeditationPollMs } from '#shared/constants.ts'
import { formatDay } from '#shared/day.ts'
import { usePageTitle } from '#web/app-name.ts'
import { setSitting } from '#web/sitting-state.ts'
import { useCall } from '#web/use-call.ts'
import type { MeditationDays } from './meditation-day.ts'
import { FirstSteps, useFirstSteps } from './meditation-first-steps.tsx'
import { SittingEnding } from './meditation-ending.tsx'

interface SittingProps {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
  days: Pick<MeditationDays, 'change' | 'isOffered' | 'isReading' | 'onMidnight'>
  /** Called when an energy entry may be offered. */
  onMoment: (moment: SittingMoment) => void
}

/** The sitting of one day; another day mounts its own. */
export function SittingStage({ member, meditation, room, days, onMoment }: SittingProps) {
  const { change, isOffered, isReading, onMidnight } = days
  const { date, title, scheduledTime } = meditation
  usePageTitle(title)
  const firstSteps = useFirstSteps(member)
  const { onFirstPlay, onEnded } = useSittingMoments(date, onMoment)
  const ended = useCallback(() => {
    onEnded()
    change.videoEnded()
    setSitting(false)
  }, [onEnded, change])
  const playing = useCallback(
    (isPlaying: boolean) => {
      change.setPlaying(isPlaying)
      if (isPlaying) setSitting(true)
    },
    [change],
  )
  useEffect(() => {
    setSitting(true)
    return () => setSitting(false)
  }, [])
  return (
    <Stage label={title}>
      <StageHeader
        date={formatDay(date)}
        title={title}
        note={<StartTime day={date} scheduledTime={scheduledTime} />}
        countdown={<Countdown size="line" onMidnight={onMidnight} />}
      />
      {firstSteps.isNew && <FirstSteps />}
      <DailyVideo
        meditation={meditation}
        onFirstPlay={() => {
          firstSteps.onPlay()
          onFirstPlay()
        }}
        onEnded={ended}
        onPlayingChange={playing}
        beginning={<ArrivalLevels day={date} />}
        ending={(close) => <SittingEnding day={date} room={room} onClose={close} />}
      />
      <StageRow note={<NewDayNotice {...{ isOffered, isReading }} onGo={change.goToToday} />}>
        <AvatarStrip presence={room.presence} />
        <PresenceSummary room={room} />
      </StageRow>
      <AboutSession meditation={meditation} activeNow={<ActiveCount day={room.day} />} />
    </Stage>
  )
}

/**
 * Tracks the moments of a sitting. The time of the visit is recorded, and completes the sitting when long enough.
 */
function useSittingMoments(date: string, onMoment: SittingProps['onMoment']) {
  const session = useSession()
  const { status } = useUser()
  const hasEnded = useRef(false)
  useSessionTimer(status === 'ready', {
    sessionDate: date,
    isSignedIn: () => session.state().status === 'ready',
    // The end of the video has already offered the entry.
    onCompleted: () => !hasEnded.current && onMoment('completed'),
  })
  const onFirstPlay = useCallback(() => onMoment('first-play'), [onMoment])
  const onEnded = useCallback(() => {
    hasEnded.current = true
    onMoment('video-ended')
  }, [onMoment])
  return { onFirstPlay, onEnded }
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
