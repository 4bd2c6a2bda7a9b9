// The meditation screen: the day's sitting on the stage, the chat beside it, and who is here.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useUser } from '#features/auth/web/use-user.ts'
import { ChatPanel } from '#features/chat/web/chat-panel.tsx'
import { useLive, type LiveRoom } from '#features/live/web/use-live.ts'
import { meditationCalls, type DailyMeditation } from '#features/meditation/contract.ts'
import { Countdown } from '#features/meditation/web/countdown.tsx'
import { NoMeditation } from '#features/meditation/web/no-meditation.tsx'
import { Stage, StageHead, StageSkeleton } from '#features/meditation/web/stage.tsx'
import { chicagoDay, dayInWords } from '#shared/day.ts'
import { serverNow } from '#web/server-clock.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useCall } from '#web/use-call.ts'
import { Sitting } from './meditation-sitting.tsx'

const loadBanDialog = async () => (await import('#features/users/web/ban-dialog.tsx')).BanDialog

/** For members; when their session ends by itself the screen stays as it is, and the chat says so (CHAT-26). */
export function MeditationScreen() {
  const { status, user } = useUser()
  const member = useLastKnown(user ?? undefined)
  return member && <Today member={member} signedOut={status === 'signedOut'} />
}

/** What stays on the screen when the session and all that was read in it are gone. */
function useLastKnown<Value>(value: Value | undefined): Value | undefined {
  const [known, setKnown] = useState(value)
  if (value !== undefined && value !== known) setKnown(value)
  return value === undefined ? known : value
}

function Today({ member, signedOut }: { member: Account; signedOut: boolean }) {
  const { today, meditation, day, readAnew } = useToday(signedOut)
  const room = useLive({ userId: member.id, sessionDate: day, signedOut })
  useClosedRoom(room, readAnew)
  const moderates = member.isAdmin || member.isGardenAngel
  return (
    <div className="flex flex-1 flex-col lg:grid lg:h-[calc(100dvh-var(--bar))] lg:flex-none lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <div className="relative flex min-h-0 min-w-0 flex-col">
        <OnStage today={today} meditation={meditation} day={day} room={room} readAnew={readAnew} />
      </div>
      <div className="flex min-h-84 shrink-0 grow flex-col border-t border-line max-lg:h-[calc(100dvh-var(--bar)-35vh)] lg:min-h-0 lg:border-t-0 lg:border-l">
        <ChatPanel
          line={room.socket}
          day={day}
          member={member}
          signedOut={signedOut}
          loadBan={moderates ? loadBanDialog : null}
        />
      </div>
    </div>
  )
}

interface OnStageProps {
  today: ReturnType<typeof useToday>['today']
  /** Undefined while it isn't known, null when there is none. */
  meditation: DailyMeditation | null | undefined
  day: string
  room: LiveRoom
  readAnew: () => void
}

function OnStage({ today, meditation, day, room, readAnew }: OnStageProps) {
  const date = dayInWords(day)
  if (meditation) return <Sitting meditation={meditation} room={room} onDayOver={readAnew} />
  if (meditation === null) {
    return <NoMeditation date={date} countdown={<Countdown size="large" onMidnight={readAnew} />} />
  }
  const countdown = <Countdown size="line" onMidnight={readAnew} />
  if (today.isPending) return <StageSkeleton date={date} countdown={countdown} />
  return (
    <Stage label="Today’s meditation">
      <StageHead date={date} title="Meditation" countdown={countdown} />
      <div className="px-4 py-4 lg:p-0">
        <ErrorPanel
          title="Today’s meditation didn’t arrive"
          busy={today.isFetching}
          onRetry={() => void today.refetch()}
        >
          The room and the chat are open all the same.
        </ErrorPanel>
      </div>
    </Stage>
  )
}

/** At midnight everybody asks for the new day: not all at one moment. */
const readAnewWithinMs = { least: 500, most: 5_000 }

/** The day's meditation and the day itself: the meditation's own, or Chicago's while there is none. */
function useToday(signedOut: boolean) {
  const today = useCall(meditationCalls.today, {}, { enabled: !signedOut })
  const meditation = useLastKnown(today.data)
  const [calendarDay, setCalendarDay] = useState(() => chicagoDay(serverNow()))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { refetch } = today
  const readAnew = useCallback(() => {
    clearTimeout(timer.current)
    const { least, most } = readAnewWithinMs
    timer.current = setTimeout(
      () => {
        setCalendarDay(chicagoDay(serverNow()))
        void refetch()
      },
      least + (most - least) * Math.random(),
    )
  }, [refetch])
  useEffect(() => () => clearTimeout(timer.current), [])
  return { today, meditation, day: meditation?.date ?? calendarDay, readAnew }
}

/** A room that is closed was that of a day gone by. */
function useClosedRoom(room: LiveRoom, readAnew: () => void): void {
  useEffect(
    () =>
      room.socket.onMessage((message) => {
        if (message.type === 'error' && message.code === 'bad_date') readAnew()
      }),
    [room, readAnew],
  )
}
