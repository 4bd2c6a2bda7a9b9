// The day's sitting on the stage: the video, who is here, what it is, and the offers to note one's energy.
import { useCallback, useRef, useState } from 'react'
import { useSession, useUser } from '#features/auth/web/use-user.ts'
import type { SittingMoment } from '#features/energy/rules.ts'
import { EnergyOffer } from '#features/energy/web/energy-offer.tsx'
import { liveCalls } from '#features/live/contract.ts'
import { AvatarStrip } from '#features/live/web/avatar-strip.tsx'
import { useToldCount } from '#features/live/web/told-count.ts'
import { usePresence, type LiveRoom } from '#features/live/web/use-live.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { presenceSentence } from '#features/meditation/rules.ts'
import { AboutSession } from '#features/meditation/web/about-session.tsx'
import { Countdown } from '#features/meditation/web/countdown.tsx'
import { Picture } from '#features/meditation/web/picture.tsx'
import { Stage, StageHead, StageRow } from '#features/meditation/web/stage.tsx'
import { StartLine } from '#features/meditation/web/start-line.tsx'
import { useSessionTimer } from '#features/meditation/web/use-session-timer.ts'
import { onlineCountMeditationPollMs } from '#shared/constants.ts'
import { dayInWords } from '#shared/day.ts'
import { useCall } from '#web/use-call.ts'

interface SittingProps {
  meditation: DailyMeditation
  room: LiveRoom
  /** The day is over and nothing plays any more. */
  onDayOver: () => void
}

export function Sitting({ meditation, room, onDayOver }: SittingProps) {
  const { date, title, scheduledTime } = meditation
  const { moment, onFirstPlay, onEnded, onDone } = useMoments(date)
  const dayEnd = useDayEnd(onDayOver)
  return (
    <>
      <Stage label={title}>
        <StageHead
          date={dayInWords(date)}
          title={title}
          note={<StartLine day={date} scheduledTime={scheduledTime} />}
          countdown={<Countdown size="line" onMidnight={dayEnd.onMidnight} />}
        />
        <Picture
          meditation={meditation}
          onFirstPlay={onFirstPlay}
          onEnded={onEnded}
          onPlayingChange={dayEnd.onPlayingChange}
        />
        <StageRow>
          <AvatarStrip presence={room.presence} />
          <WhoIsHere room={room} />
        </StageRow>
        <AboutSession meditation={meditation} activeNow={<ActiveNow day={date} />} />
      </Stage>
      <div className="absolute inset-x-3 bottom-3 z-10 lg:left-auto lg:max-w-108">
        <EnergyOffer sessionDate={date} moment={moment} onDone={onDone} />
      </div>
    </>
  )
}

/** The moments at which an energy entry is offered; the time of the visit is kept, and tells when it is enough. */
function useMoments(date: string) {
  const session = useSession()
  const { status } = useUser()
  const [moment, setMoment] = useState<SittingMoment | null>(null)
  const endedOn = useRef<string | null>(null)
  const onFirstPlay = useCallback(() => setMoment('first-play'), [])
  const onEnded = useCallback(() => {
    endedOn.current = date
    setMoment('video-ended')
  }, [date])
  useSessionTimer(status === 'ready', {
    sessionDate: date,
    isSignedIn: () => session.state().status === 'ready',
    // The end of the video has asked the same already.
    onCompleted: () => endedOn.current !== date && setMoment('completed'),
  })
  return { moment, onFirstPlay, onEnded, onDone: () => setMoment(null) }
}

/** A video that plays over midnight is not cut short: the new day waits until it rests. */
function useDayEnd(onDayOver: () => void) {
  const isPlaying = useRef(false)
  const isDue = useRef(false)
  const onMidnight = useCallback(() => {
    if (isPlaying.current) isDue.current = true
    else onDayOver()
  }, [onDayOver])
  const onPlayingChange = useCallback(
    (playing: boolean) => {
      isPlaying.current = playing
      if (playing || !isDue.current) return
      isDue.current = false
      onDayOver()
    },
    [onDayOver],
  )
  return { onMidnight, onPlayingChange }
}

function WhoIsHere({ room }: { room: LiveRoom }) {
  const { users, count } = usePresence(room.presence)
  const sentence = presenceSentence(
    users.map(({ name }) => name),
    count ?? 0,
  )
  return <p className="min-w-0 text-[0.9rem] text-ink-2 max-md:sr-only">{sentence}</p>
}

/** The polled count; while the room tells it by itself, that is newer (MED-05, LIVE-08). */
function ActiveNow({ day }: { day: string }) {
  const enabled = useUser().status === 'ready'
  const polled = useCall(
    liveCalls.onlineCountOf,
    { params: { date: day } },
    { pollMs: onlineCountMeditationPollMs, enabled },
  )
  return useToldCount(day) ?? polled.data?.count ?? '–'
}
