// The meditation screen: the day's sitting, the chat beside it, and the online members.
import { clsx } from 'clsx'
import { useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { fetchCloseReason } from '#features/auth/web/data/fetch-close-reason.ts'
import { useCurrentPersona, useUser } from '#features/auth/web/hooks/use-user.ts'
import { composerId } from '#features/chat/web/components/chat-composer.tsx'
import { ChatPanel, useOpened } from '#features/chat/web/components/chat-panel.tsx'
import type { ChatModerationParts } from '#features/chat/web/data/chat-member.ts'
import type { EntryTrigger } from '#features/energy/rules.ts'
import { EnergyPrompt } from '#features/energy/web/components/energy-prompt.tsx'
import { useHallsOfRoom } from '#features/halls/web/people-in-halls.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { shownHost } from '#features/meditation/host-of-sitting.ts'
import { NextCountdown } from '#features/meditation/web/components/countdown.tsx'
import { NoMeditation } from '#features/meditation/web/components/no-meditation.tsx'
import { Stage, StageHeader, StageSkeleton } from '#features/meditation/web/components/stage.tsx'
import { layoutPhaseOf, type LayoutPhase } from '#features/meditation/web/lights/use-layout-phase.ts'
import { scrollToPicture } from '#features/meditation/web/scroll-to-picture.ts'
import { reflectionOf, type Reflection } from '#features/reflections/reflection.ts'
import { useLiveRoom, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import { isChatPaused } from '#features/sittings/phases.ts'
import { usePhase } from '#features/sittings/web/hooks/use-phase.ts'
import type { KnownStreams } from '#features/streams/known-streams.ts'
import { useStreams } from '#features/streams/web/use-streams.ts'
import { capitalize, formatDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { useFocusFallback } from '#web/use-focus-fallback.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { serverMessages } from '../../../live-messages.ts'
import {
  useMeditationDays,
  useDayMessages,
  useLastDefined,
  useReflection,
  useRefetchStaleMeditation,
  type MeditationDays,
} from './day.ts'
import type { StageChat } from './room-tools.tsx'
import { SittingStage } from './stage.tsx'

const MessageDialogs = lazyPart(async () => (await import('./message-dialogs.tsx')).MessageDialogs)
const SlowModeMenu = lazyPart(
  async () => (await import('#features/moderation/web/slow-mode-menu.tsx')).SlowModeMenu,
)
const SittingWatch = lazyPart(async () => (await import('./sitting-watch.tsx')).SittingWatch)
/** For a sitting with a place to meet. */
const SharingMeeting = lazyPart(async () => (await import('./sharing-meeting.tsx')).SharingMeeting)
/** While the picture stays for the sharing. */
const SharingDelay = lazyPart(async () => (await import('./sharing-delay.tsx')).SharingDelay)
const membersParts: ChatModerationParts = { MessageDialogs, SlowModeMenu: null }
const moderatorsParts: ChatModerationParts = { MessageDialogs, SlowModeMenu }

/** For members; when their session expires the screen stays as it is, and the chat shows it (CHAT-26). */
export function MeditationScreen() {
  const { status, user } = useUser()
  const member = useLastDefined(user ?? undefined)
  return member && <Today key={member.id} member={member} signedOut={status === 'signedOut'} />
}

function Today({ member, signedOut }: { member: Account; signedOut: boolean }) {
  const days = useMeditationDays(signedOut)
  const { day, change } = days
  const shownPersona = useCurrentPersona()
  const room = useLiveRoom({
    userId: member.id,
    day: days.roomDay,
    isOfMoment: days.isRoomOfMoment,
    serverMessages,
    shownPersona,
    fetchCloseReason,
    signedOut,
  })
  useDayMessages(room, change)
  useHallsOfRoom(room.socket)
  useRefetchStaleMeditation(room, days)
  const reflection = useReflection(room)
  const streams = useStreams(room.socket)
  const { layout, onLayout, chatTimes, chatPausedUntil, sharing } = useLayout(days, room.day, reflection)
  const { offer, onTrigger, onDone } = useEnergyOffer(day, layout !== 'open')
  const chat = useStageChat(layout, chatPausedUntil !== null)
  useReturnToPicture(layout === 'open')
  const column = useRef<HTMLDivElement>(null)
  useFocusFallback(column)
  const [firstDay] = useState(day)
  const moderates = member.isAdmin || member.isGardenAngel
  // A host who comes now has their tools a moment later.
  const [host] = useHeldPlace(days.meditation ? shownHost(days.meditation) : null)
  const hostId = host?.id ?? null
  const sitting = days.meditation?.sitting ?? null
  const [isHeld, setHeld] = useState(false)
  const isHost = hostId === member.id
  const holds = isHeld && isHost
  const readsMeeting = days.meetingUrl === undefined
  const isUnderWay = layout !== 'open'
  return (
    <div
      className={clsx(
        // The height of the stage in the layout with the chat below it.
        stageHeightClass(days.meditation, isUnderWay && !chat.isReleased),
        // On its side the picture has room for the words of its ending from the doors on.
        isUnderWay
          ? 'low:[--stage:max(20rem,calc(100dvh-var(--bar)))]'
          : 'low:[--stage:calc(100dvh-var(--bar)-3.5rem)]',
        'flex flex-1 flex-col columns:grid columns:h-[calc(100dvh-var(--bar))] columns:flex-none columns:grid-cols-[minmax(0,2fr)_minmax(17rem,1fr)] columns:grid-rows-[minmax(0,1fr)]',
      )}
    >
      <div ref={column} tabIndex={-1} className="relative flex min-h-0 min-w-0 flex-col outline-none">
        <StageContent
          {...{ member, host, holds, streams, days, room, reflection, onTrigger, layout, onLayout, chat }}
          onToSharing={chat.isReleased ? null : chat.release}
        />
        {/* Announces the new day to screen readers. */}
        <p role="status" className="sr-only">
          {day > firstDay && t('The room of {day} is open', { day: formatDay(day) })}
        </p>
        {sitting && (isHost || readsMeeting) && (
          <SittingWatch
            key={sitting.id}
            {...{ sitting, readsMeeting, isHost }}
            isLive={days.meditation?.plays.kind === 'live'}
            refetch={days.today.refetch}
            onChange={setHeld}
          />
        )}
        <EnergyPrompt day={offer?.day ?? day} trigger={offer?.trigger ?? null} onDone={onDone} />
      </div>
      <div
        id={chat.id}
        data-open={chat.isOpen}
        className={clsx(
          'room-part dark-sheet flex shrink-0 grow flex-col border-t border-line columns:h-auto columns:min-h-0 columns:border-t-0 columns:border-l',
          (!isUnderWay || chat.isOpen) && chatHeightClass(chat.isReleased),
        )}
      >
        <ChatPanel
          client={room.socket}
          day={room.day}
          parts={moderates ? moderatorsParts : membersParts}
          {...{ member, signedOut, chatPausedUntil, sharing, hostId }}
          maySpeak={moderates || holds}
          delayHint={days.streamAddress?.inSharing && <SharingDelay {...{ host, sitting, streams }} />}
          meeting={days.meetingUrl && <SharingMeeting url={days.meetingUrl} />}
          underWay={chatTimes}
          isOpen={chat.isOpen}
          onToggle={chat.onToggle}
          keepsComposer={!isUnderWay || chat.isReleased}
        />
      </div>
    </div>
  )
}

/** On a day without a video the stage is taller; from the doors until the member goes to the sharing the picture is. */
function stageHeightClass(meditation: MeditationDays['meditation'], isStaged: boolean): string {
  if (meditation === null) return '[--stage:64dvh]'
  // At least as high as enlarged words of the doors.
  return isStaged
    ? '[--stage:max(9rem,min(62dvh,calc(100dvh-var(--bar)-13rem)))]'
    : '[--stage:max(35vh,13rem)]'
}

/** Below the stage. Messages of the sharing are read on the smallest phones, too. */
function chatHeightClass(isReleased: boolean): string {
  return clsx(
    'h-[calc(100dvh-var(--bar)-var(--stage))] writing:h-[calc(100dvh-4.5rem)] writing:columns:h-auto',
    isReleased ? 'min-h-[min(29rem,calc(100dvh-var(--bar)-7rem))]' : 'min-h-84',
  )
}

/** What the page shows of the sitting; when the room's chat opens again while it is paused, and its sharing, else null. */
function useLayout({ meditation }: MeditationDays, roomDay: string, reflection: Reflection | null) {
  const ofRoom = meditation?.date === roomDay ? meditation : null
  const sitting = ofRoom?.sitting ?? null
  const next = ofRoom?.next ?? null
  const { phase } = usePhase(sitting)
  const [ofTools, onLayout] = useState<LayoutPhase | null>(null)
  const layout = phase === 'open' ? 'open' : (ofTools ?? layoutPhaseOf(phase))
  // The chat has the place of the sharing's parts from the pause on.
  const closesAt = layout === 'open' || layout === 'doors' ? null : (sitting?.endsAt ?? null)
  const own = reflectionOf(sitting, reflection)
  const sharing = useMemo(
    () => (closesAt === null ? null : { closesAt, next, reflection: own }),
    [closesAt, next, own],
  )
  const chatTimes =
    sitting === null || layout === 'open' ? null : { restsUntil: sitting.sharingAt, closesAt: sitting.endsAt }
  const isPaused = sharing !== null && isChatPaused(phase)
  return {
    layout,
    onLayout,
    chatTimes,
    chatPausedUntil: (isPaused && chatTimes?.restsUntil) || null,
    sharing,
  }
}

/** When the sharing ends, who isn't writing in its chat, and has nothing to read there, sees the picture again. */
function useReturnToPicture(isOpen: boolean): void {
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    const ends = isOpen && !wasOpen.current
    wasOpen.current = isOpen
    const composer = document.querySelector<HTMLTextAreaElement>(`#${composerId}`)
    if (!ends || composer?.value !== '' || composer.closest('section')?.querySelector('li')) return
    composer.blur()
    scrollToPicture()
  }, [isOpen])
}

/**
 * The chat beside the stage. On narrow screens it is one line from the doors until its member opens it. Who opens it in
 * the sharing has gone to the sharing.
 */
function useStageChat(layout: LayoutPhase, isChatPaused: boolean) {
  const id = useId()
  const [isOpen, setOpen] = useOpened({ isChatPaused, isUnderWay: layout !== 'open' })
  const [isReleased, setReleased] = useState(false)
  const isSharing = !isChatPaused && (layout === 'sharing' || layout === 'cleared')
  if (isReleased && !isSharing) setReleased(false)
  const open = (opens: boolean) => {
    setOpen(opens)
    setReleased(opens && isSharing)
  }
  return { id, isOpen, isReleased, release: () => open(true), onToggle: () => open(!isOpen) }
}

/** An energy entry belongs to the sitting in which it was offered, also after the screen moved to another day. */
function useEnergyOffer(day: string, isUnderWay: boolean) {
  const [offer, setOffer] = useState<{ trigger: EntryTrigger; day: string } | null>(null)
  // A sitting asks for its levels itself.
  if (isUnderWay && offer !== null) setOffer(null)
  // A sitting of a past day can't start any more, so its 'before' entry is no longer offered.
  const isOver = offer !== null && offer.trigger === 'first-play' && offer.day !== day
  // The ended video asks for itself, as long as it is on the screen.
  const isAskedThere = offer !== null && offer.trigger === 'video-ended' && offer.day === day
  const onTrigger = useCallback((trigger: EntryTrigger) => setOffer({ trigger, day }), [day])
  const onDone = useCallback(() => setOffer(null), [])
  return { offer: isOver || isAskedThere ? null : offer, onTrigger, onDone }
}

const CommunitySetup = lazyPart(
  async () => (await import('../community-setup.tsx')).CommunitySetup,
  ({ otherwise }) => otherwise,
)

/** The remaining setup steps for administrators; a plain sentence for members, and once the community is set up. */
function SetupOrSentence() {
  return (
    <CommunitySetup otherwise={<p className="max-w-[44ch]">{messages.noMeditationToday.description}</p>} />
  )
}

interface StageContentProps {
  layout: LayoutPhase
  onLayout: (layout: LayoutPhase | null) => void
  onToSharing: (() => void) | null
  member: Account
  /** Who holds the sitting that is shown; null while no one does. */
  host: DailyMeditation['host']
  /** The member does, and its powers are in force. */
  holds: boolean
  streams: KnownStreams
  days: MeditationDays
  room: LiveRoom
  reflection: Reflection | null
  onTrigger: (trigger: EntryTrigger) => void
  chat: StageChat
}

function StageContent({ days, ...props }: StageContentProps) {
  const { member } = props
  const { today, meditation, coming, day } = days
  const date = capitalize(formatDay(day))
  if (meditation) {
    return <SittingStage key={day} {...props} {...{ meditation, days }} />
  }
  if (meditation === null) {
    return (
      <NoMeditation
        key={day}
        date={date}
        countdown={<NextCountdown size="large" coming={coming} />}
        setup={member.isAdmin ? <SetupOrSentence /> : null}
      />
    )
  }
  const countdown = <NextCountdown size="line" coming={coming} />
  if (today.isPending) return <StageSkeleton date={date} countdown={countdown} />
  return (
    <Stage label={t('Today’s meditation')}>
      <StageHeader date={date} title={t('Meditation')} countdown={countdown} />
      <div className="px-4 py-4 lg:p-0">
        <ErrorPanel
          title={t('Today’s meditation didn’t load')}
          busy={today.isFetching}
          onRetry={() => void today.refetch()}
        >
          {t('The room and the chat are still open.')}
        </ErrorPanel>
      </div>
    </Stage>
  )
}
