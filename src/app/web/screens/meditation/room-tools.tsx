// Tools below the picture while a sitting is under way: the cell, who is here, help, the lights, and the dark room's row.
import { clsx } from 'clsx'
import { useEffect, useLayoutEffect, useState, type ReactNode } from 'react'
import type { Account } from '#features/auth/contract.ts'
import { useSession } from '#features/auth/web/hooks/use-user.ts'
import { sittersSentence } from '#features/halls/rules.ts'
import { useHallsOf } from '#features/halls/web/people-in-halls.ts'
import { HelpSign } from '#features/help/web/help-queue.tsx'
import { RoomHelp } from '#features/help/web/room-help.tsx'
import { meditationCalls, type DailyMeditation } from '#features/meditation/contract.ts'
import { roomCountSentence } from '#features/meditation/room-count.ts'
import { DarkBar } from '#features/meditation/web/lights/dark-bar.tsx'
import { useDarkPlace } from '#features/meditation/web/lights/use-dark-place.ts'
import { useHeldHeight } from '#features/meditation/web/lights/use-held-height.ts'
import { useLayoutPhase, type LayoutPhase } from '#features/meditation/web/lights/use-layout-phase.ts'
import { useLights } from '#features/meditation/web/lights/use-lights.ts'
import { UnlistedAtSeat } from '#features/profile/web/components/unlisted-choice.tsx'
import { reflectionOf, type Reflection } from '#features/reflections/reflection.ts'
import { usePresence, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import { refusedSentences } from '#features/sittings/web/data/refused-sentences.ts'
import type { SittingState, UnderWay } from '#features/sittings/web/data/sitting-state.ts'
import type { Seat } from '#features/sittings/web/hooks/use-seat.ts'
import { notInStep } from '#features/streams/web/not-in-step.ts'
import { streamOnPage } from '#features/streams/web/stream-on-page.ts'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import { ThankEveryone } from '#features/thanks/web/thank-everyone.tsx'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { readDraft, writeDraft } from '#web/drafts.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { displayZone } from '#web/local-zone.ts'
import { groupStatus } from '#web/player/group/group-status.ts'
import { textScale } from '#web/text-scale.ts'
import { Button } from '#web/ui/button.tsx'
import { useCall } from '#web/use-call.ts'
import { useClockJumps } from '#web/use-clock-jumps.ts'
import { useEscapeLayer } from '#web/use-escape-layer.ts'
import { useHeldFor } from '#web/use-held-for.ts'
import { useHeldPlace } from '#web/use-held-place.ts'
import { DarkFaces } from './dark-faces.tsx'
import { RoomCell } from './room-cell.tsx'

/** For a sitting with a hall. */
const SoundOff = lazyPart(async () => (await import('./sound-off.tsx')).SoundOff)

/** The chat beside the stage, for what opens it from there. */
export interface StageChat {
  /** Of its column. */
  id: string
  isOpen: boolean
  onToggle: () => void
}

export interface RoomToolsProps {
  member: Account
  meditation: DailyMeditation
  room: LiveRoom
  state: SittingState
  underWay: UnderWay
  seat: Seat
  /** The silence after the video, or after what a live sitting lasts. */
  isSilence: boolean
  reflection: Reflection | null
  /** Sets the element that contains the actions of the group's video. */
  setActionsContainer: (container: HTMLElement | null) => void
  /** The place of 'Thank everyone' on the stage; null unless the ending is shown there. */
  thanksContainer: HTMLElement | null
  /** The place of the video in the page. */
  frame: HTMLElement | null
  chat: StageChat
  /** Who holds the sitting; null while no one does. */
  hostId: number | null
  /** The member does, and its powers are in force. */
  holds: boolean
  /** The tools of a host; nothing for members. */
  hosting: ReactNode
  /** What the page around the picture shows; null once these tools are gone. Called before the next paint. */
  onLayout: (layout: LayoutPhase | null) => void
}

export function RoomTools(props: RoomToolsProps) {
  const { member, meditation, room, state, underWay, seat, reflection } = props
  const { thanksContainer, setActionsContainer, frame, chat, hosting, onLayout } = props
  const { sitting, isMeditating, isSharing } = underWay
  const lights = useLights(sitting.id, isMeditating && seat.isTaken && !seat.isOnOwn)
  useDarkPlace(frame, lights.isDown)
  usePictureFirst(frame)
  useEscapeLayer(lights.isDown && chat.isOpen ? chat.onToggle : null)
  const [place, placePx] = useHeldHeight(lights.isDown)
  const layout = useLayoutPhase(underWay.phase, lights, state.kind === 'ending')
  useLayoutEffect(() => onLayout(layout), [onLayout, layout])
  useLayoutEffect(() => () => onLayout(null), [onLayout])
  const halls = useHallsOf(sitting.id)
  const hints = useHeldHints(seat)
  const [cellThanks, setCellThanks] = useState<HTMLElement | null>(null)
  const [movesFocus, setMovesFocus] = useState(false)
  const withFocus = (change: () => void) => (hadFocus: boolean) => {
    setMovesFocus(hadFocus)
    change()
  }
  const [wasDark, setWasDark] = useState(false)
  if (lights.isDark && !wasDark) setWasDark(true)
  return (
    <>
      {lights.isDown && (
        <DarkBar onRaise={withFocus(lights.raise)} onLeave={seat.leave} takesFocus={movesFocus}>
          {hosting}
        </DarkBar>
      )}
      <SeatStatus {...underWay} isSeated={seat.isTaken} />
      {helps(props) && <HelpSign className="room-part" />}
      {layout !== 'cleared' && (
        <RoomCell
          day={meditation.date}
          next={meditation.next}
          {...{ sitting, layout, room }}
          reflection={reflectionOf(sitting, reflection)}
          isSeated={seat.isTaken || state.kind === 'ending'}
          comesWithLight={wasDark}
          // It fades with its form.
          onLower={lights.isRaised || layout === 'sharing' ? withFocus(lights.lower) : null}
          takesFocus={movesFocus}
          setActionsContainer={setActionsContainer}
          setThanksContainer={setCellThanks}
        />
      )}
      <ThankEveryone
        key={sitting.id}
        client={room.socket}
        sittingId={sitting.id}
        isSharing={isSharing}
        container={thanksContainer ?? cellThanks}
        isOnImage={thanksContainer !== null}
      />
      {/* Its place stays in the page, as high as it was in the light. */}
      <div ref={place} style={{ minHeight: placePx }} className="here-place writing:hidden">
        <HereRow {...props} isDark={lights.isDark} wasDark={wasDark} />
      </div>
      {layout !== 'cleared' && (
        <div
          className={clsx(
            'room-part grid gap-1 px-4 pb-1 text-small text-ink-2 empty:hidden max-lg:order-2 writing:hidden lg:p-0',
            wasDark && 'lights-back',
          )}
        >
          {seat.isTaken && hints.map((hint) => <p key={hint}>{hint}</p>)}
          <UnlistedChoice member={member} />
        </div>
      )}
      {/* Until the end of the seat: the bell of the end is the hall's, too. */}
      {seat.isTaken && halls !== null && (
        <SoundOff sittingId={sitting.id} isHidden={layout === 'cleared'} comesWithLight={wasDark} />
      )}
    </>
  )
}

/** What a screen reader doesn't see: the seat is taken, and the sitting begins. */
function SeatStatus({ sitting, isArriving, isMeditating, isSeated }: UnderWay & { isSeated: boolean }) {
  const [zone] = useState(displayZone)
  return (
    <p role="status" className="sr-only">
      {isSeated && isArriving && t('Your seat is ready.')}
      {isSeated &&
        isMeditating &&
        t('The sitting is on until {time}.', { time: formatTimeOfDay(sitting.sharingAt, zone) })}
    </p>
  )
}

/** Whether requests for help are the member's to see: a moderator's, or the host's (TEACH-04). */
function helps({ member, holds }: Pick<RoomToolsProps, 'member' | 'holds'>): boolean {
  return member.isAdmin || member.isGardenAngel || holds
}

/** Of text about twice its size the parts above the picture leave nothing of it, and of the seat, in the window. */
function usePictureFirst(frame: HTMLElement | null): void {
  useLayoutEffect(() => {
    if (!frame || textScale() < 1.75) return
    frame.style.setProperty('order', '-1')
    return () => void frame.style.removeProperty('order')
  }, [frame])
}

/** What the browser refused at the seat, and whether the stream can be in step. */
function useHeldHints({ refused }: Seat): string[] {
  const { isUnstamped } = streamOnPage.use()
  const hints = refused.map((what) => refusedSentences[what])
  return useHeldPlace(isUnstamped ? [...hints, notInStep()] : hints)[0]
}

/** As long as the fade of the dark row in lights.css. */
const rowFadesMs = 800

interface HereRowProps extends Pick<
  RoomToolsProps,
  | 'member'
  | 'meditation'
  | 'room'
  | 'underWay'
  | 'isSilence'
  | 'setActionsContainer'
  | 'chat'
  | 'hostId'
  | 'holds'
  | 'hosting'
> {
  isDark: boolean
  wasDark: boolean
}

/** Who is here, and help: in the dark below the picture, until that row has faded with the light. */
function HereRow({ isDark, wasDark, ...props }: HereRowProps) {
  const { member, meditation, room, underWay, isSilence, setActionsContainer } = props
  const { chat, hostId, holds, hosting } = props
  const jumps = useClockJumps()
  const isStill = meditation.plays.kind !== 'video'
  const isGone = useHeldFor(!isDark, rowFadesMs)
  const hasDarkRow = isDark || (wasDark && !isGone)
  // In a silence after something the picture says it. As the row fades, it keeps its words.
  const saysUntil = !isSilence || meditation.plays.kind === 'silence'
  const [saidUntil, setSaidUntil] = useState(saysUntil)
  if (!underWay.isSharing && saidUntil !== saysUntil) setSaidUntil(saysUntil)
  return (
    <div
      className={clsx(
        'dark-row here-row',
        hasDarkRow ? 'lights-down' : wasDark && 'lights-back',
        hasDarkRow && !isDark && 'lights-gone',
      )}
    >
      {hasDarkRow ? (
        <DarkFaces
          key={isStill ? 'still' : jumps}
          sitting={underWay.sitting}
          {...{ room, isStill, hostId }}
          memberId={member.id}
          saysUntil={saidUntil}
        />
      ) : (
        <PresenceCount room={room} sittingId={underWay.sitting.id} isBefore={underWay.isArriving} />
      )}
      <Help {...{ member, meditation, room, holds }} hasHost={hostId !== null}>
        {hasDarkRow ? (
          <>
            <Button
              variant="subtle"
              size="sm"
              className="dark-chat"
              aria-expanded={chat.isOpen}
              aria-controls={chat.id}
              data-words={chat.isOpen ? t('Show the chat') : t('Hide the chat')}
              onClick={chat.onToggle}
            >
              {chat.isOpen ? t('Hide the chat') : t('Show the chat')}
            </Button>
            {/* Beside the others their place is there before the video brings them. */}
            <div className="dark-actions" data-words={t('On my own') + t('Listen with the screen off')}>
              <div ref={isDark ? setActionsContainer : null} className="flex flex-wrap justify-center" />
            </div>
          </>
        ) : (
          hosting
        )}
      </Help>
    </div>
  )
}

/** While a sitting is under way the water shows the members (STAGE-06). */
function PresenceCount({ room, sittingId, isBefore }: PresenceCountProps) {
  const { count } = usePresence(room.presence)
  const present = count ?? 1
  const people = useHallsOf(sittingId)?.people ?? 0
  return (
    <p className="room-count tabular-nums">
      {people > 0
        ? sittersSentence({ present, people }, { isBefore })
        : roomCountSentence(present, { isBefore })}
    </p>
  )
}

interface PresenceCountProps {
  room: LiveRoom
  sittingId: number
  isBefore: boolean
}

interface HelpProps extends Pick<RoomToolsProps, 'member' | 'meditation' | 'room' | 'holds'> {
  hasHost: boolean
  children: ReactNode
}

function Help({ member, meditation, room, holds, hasHost, children }: HelpProps) {
  const { plays } = meditation
  const video = plays.kind === 'video' ? parseVideoAddress(plays.videoUrl) : null
  const readDetails = () => ({
    browser: navigator.userAgent.slice(0, 300),
    video: plays.kind === 'video' ? (video?.kind ?? ('file' as const)) : plays.kind,
    playerError: document.querySelector('video')?.error?.message.slice(0, 200) || null,
    videoStatus: groupStatus(),
    connection: room.socket.status().state,
  })
  return (
    <RoomHelp
      client={room.socket}
      helperId={helps({ member, holds }) ? member.id : null}
      hasHost={hasHost}
      readDetails={readDetails}
      watchUrl={video?.kind === 'youtube' ? `https://www.youtube.com/watch?v=${video.id}` : null}
    >
      {children}
    </RoomHelp>
  )
}

/** To be unlisted, from the doors on (TRUST-01), explained in a member's first two sittings (TRUST-04). */
export function UnlistedChoice({ member }: { member: Account }) {
  const session = useSession()
  const isNewcomer = useNewcomer()
  return (
    <UnlistedAtSeat isUnlisted={member.isUnlisted} onSaved={session.updateUser} isNewcomer={isNewcomer} />
  )
}

const newcomerSittings = 2
const draftName = 'sat-twice'

/** Whether the member has completed fewer than two sittings; null until that is known. Stops asking once they have two. */
function useNewcomer(): boolean | null {
  const [isKnown] = useState(() => readDraft(draftName) !== null)
  const { data } = useCall(meditationCalls.completedCount, {}, { enabled: !isKnown, uncached: true })
  const satTwice = data !== undefined && data.count >= newcomerSittings
  useEffect(() => {
    if (satTwice) writeDraft(draftName, 'done')
  }, [satTwice])
  if (isKnown) return false
  return data === undefined ? null : !satTwice
}
