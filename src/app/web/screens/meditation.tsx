// The meditation screen: the day's sitting on the stage, the chat beside it, and who is here.
import { useCallback, useRef, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useShownPersona, useUser } from '#features/auth/web/use-user.ts'
import { ChatPanel } from '#features/chat/web/chat-panel.tsx'
import type { SittingMoment } from '#features/energy/rules.ts'
import { EnergyOffer } from '#features/energy/web/energy-offer.tsx'
import { useLive, type LiveRoom } from '#features/live/web/use-live.ts'
import { Countdown } from '#features/meditation/web/countdown.tsx'
import { NoMeditation } from '#features/meditation/web/no-meditation.tsx'
import { Stage, StageHead, StageSkeleton } from '#features/meditation/web/stage.tsx'
import { dayInWords } from '#shared/day.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useFocusKept } from '#web/use-focus-kept.ts'
import { useDays, useDaysTold, useLastKnown, usePlanDoubts, type Days } from './meditation-day.ts'
import { Sitting } from './meditation-sitting.tsx'

const loadBanDialog = async () => (await import('#features/users/web/ban-dialog.tsx')).BanDialog

/** For members; when their session ends by itself the screen stays as it is, and the chat says so (CHAT-26). */
export function MeditationScreen() {
  const { status, user } = useUser()
  const member = useLastKnown(user ?? undefined)
  return member && <Today key={member.id} member={member} signedOut={status === 'signedOut'} />
}

function Today({ member, signedOut }: { member: Account; signedOut: boolean }) {
  const days = useDays(signedOut)
  const { day, change } = days
  const shownPersona = useShownPersona()
  const room = useLive({ userId: member.id, sessionDate: days.roomDay, shownPersona, signedOut })
  useDaysTold(room, change)
  usePlanDoubts(room, days)
  const { offer, onMoment, onDone } = useOffer(day)
  const column = useRef<HTMLDivElement>(null)
  useFocusKept(column)
  const [firstDay] = useState(day)
  const moderates = member.isAdmin || member.isGardenAngel
  return (
    <div className="flex flex-1 flex-col lg:grid lg:h-[calc(100dvh-var(--bar))] lg:flex-none lg:grid-cols-[minmax(0,2fr)_minmax(20rem,1fr)] lg:grid-rows-[minmax(0,1fr)]">
      <div ref={column} tabIndex={-1} className="relative flex min-h-0 min-w-0 flex-col outline-none">
        <OnStage days={days} room={room} onMoment={onMoment} />
        {/* Whoever doesn't see the screen change hears of it. */}
        <p role="status" className="sr-only">
          {day > firstDay && `${dayInWords(day)} has begun`}
        </p>
        <div className="absolute inset-x-3 bottom-3 z-10 lg:left-auto lg:max-w-108">
          <EnergyOffer sessionDate={offer?.day ?? day} moment={offer?.moment ?? null} onDone={onDone} />
        </div>
      </div>
      <div className="flex min-h-84 shrink-0 grow flex-col border-t border-line max-lg:h-[calc(100dvh-var(--bar)-35vh)] lg:min-h-0 lg:border-t-0 lg:border-l">
        <ChatPanel
          line={room.socket}
          day={room.day}
          member={member}
          signedOut={signedOut}
          loadBan={moderates ? loadBanDialog : null}
        />
      </div>
    </div>
  )
}

/** The entry to offer is for the sitting that it is offered in, also when the stage has come to another day since. */
function useOffer(day: string) {
  const [offer, setOffer] = useState<{ moment: SittingMoment; day: string } | null>(null)
  // Whoever hasn't begun the day before doesn't begin it any more.
  const isOver = offer !== null && offer.moment === 'first-play' && offer.day !== day
  const onMoment = useCallback((moment: SittingMoment) => setOffer({ moment, day }), [day])
  return { offer: isOver ? null : offer, onMoment, onDone: () => setOffer(null) }
}

interface OnStageProps {
  days: Days
  room: LiveRoom
  onMoment: (moment: SittingMoment) => void
}

function OnStage({ days, room, onMoment }: OnStageProps) {
  const { today, meditation, day, onMidnight } = days
  const date = dayInWords(day)
  if (meditation) {
    return <Sitting key={day} {...{ meditation, room, days, onMoment }} />
  }
  if (meditation === null) {
    return <NoMeditation date={date} countdown={<Countdown size="large" onMidnight={onMidnight} />} />
  }
  const countdown = <Countdown size="line" onMidnight={onMidnight} />
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
