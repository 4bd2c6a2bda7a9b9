// The day's sitting on the stage: the video, alone or together, and what its state shows over and beside it.
import { clsx } from 'clsx'
import { useState, type ComponentProps } from 'react'
import type { Account } from '#features/auth/contract.ts'
import type { EntryTrigger } from '#features/energy/rules.ts'
import type { DailyMeditation } from '#features/meditation/contract.ts'
import { AboutMeditation } from '#features/meditation/web/components/about-meditation.tsx'
import { DailyVideo, type LiveParts } from '#features/meditation/web/components/daily-video.tsx'
import { useFirstSteps } from '#features/meditation/web/components/first-steps.tsx'
import { MeditationFacts } from '#features/meditation/web/components/meditation-facts.tsx'
import { NewDayBanner } from '#features/meditation/web/components/new-day-banner.tsx'
import { SittingHeader, useHasTimes } from '#features/meditation/web/components/sitting-header.tsx'
import { Stage, StageRow } from '#features/meditation/web/components/stage.tsx'
import type { LayoutPhase } from '#features/meditation/web/lights/use-layout-phase.ts'
import type { Reflection } from '#features/reflections/reflection.ts'
import { useIsConnected, type LiveRoom } from '#features/rooms/web/use-live-room.ts'
import type { SittingState } from '#features/sittings/web/data/sitting-state.ts'
import type { KnownStreams } from '#features/streams/known-streams.ts'
import { t } from '#shared/i18n/t.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { usePageTitle } from '#web/page-title.ts'
import { useGroupStatus } from '#web/player/group/group-status.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useLazyImport } from '#web/use-lazy-import.ts'
import { Arrival, Welcome } from './arrival.tsx'
import type { MeditationDays } from './day.ts'
import { Hosting } from './hosting.tsx'
import { useJoinPicture } from './join-picture.ts'
import { ActiveCount, PresentMembers } from './presence.tsx'
import type { StageChat } from './room-tools.tsx'
import { useTogetherVideo } from './together-video.tsx'
import { useSitting } from './use-sitting.ts'
import { useVisit } from './use-visit.ts'

const loadEnding = () => import('./ending.tsx')

/** Below the picture while a sitting is under way. */
const RoomTools = lazyPart(async () => (await import('./room-tools.tsx')).RoomTools, RoomToolsPlaceholder)

/** It loads as the doors open. */
const SilenceSound = lazyPart(
  async () => (await import('#features/sittings/web/components/silence-sound.tsx')).SilenceSound,
)

/** For a silence alone. */
const OwnSilence = lazyPart(async () => (await import('./own-silence.tsx')).OwnSilence)

/** For a live sitting. */
const LiveStage = lazyPart(
  async () => (await import('#features/meditation/web/components/live-stage.tsx')).LiveStage,
)

/** For a live sitting that is seen and heard here, from its doors on. */
const RoomPicture = lazyPart(async () => (await import('./room-picture.tsx')).RoomPicture)

/** From two sittings a day on, while none is under way. */
const TodaysSittings = lazyPart(
  async () => (await import('./todays-sittings.tsx')).TodaysSittings,
  TodaysSittingsPlaceholder,
)

interface SittingStageProps {
  member: Account
  /** Who holds the sitting that is shown; null while no one does. */
  host: DailyMeditation['host']
  /** The member does, and its powers are in force. */
  holds: boolean
  /** What the room's live channel says of streams. */
  streams: KnownStreams
  meditation: DailyMeditation
  room: LiveRoom
  days: Pick<
    MeditationDays,
    | 'refreshSittings'
    | 'change'
    | 'meetingUrl'
    | 'streamAddress'
    | 'next'
    | 'coming'
    | 'daySittings'
    | 'isNewDayOffered'
    | 'isReading'
  >
  /** The room's energy in its last sitting that has one. */
  reflection: Reflection | null
  /** Called when an energy entry may be offered. */
  onTrigger: (trigger: EntryTrigger) => void
  chat: StageChat
  /** What the page around the picture shows. */
  layout: LayoutPhase
  onLayout: (layout: LayoutPhase | null) => void
  /** Called when the member goes to the sharing; null once they have. */
  onToSharing: (() => void) | null
}

/** The meditations of one day, one after the other; another day mounts its own. */
export function SittingStage({ meditation: ofMoment, ...props }: SittingStageProps) {
  const { member, host, holds, streams, room, days, reflection, chat, layout, onLayout } = props
  const { change, next, coming, isReading, refreshSittings: refresh } = days
  const hostId = host?.id ?? null
  const firstSteps = useFirstSteps(member)
  const [isPlaying, setPlaying] = useState(false)
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [thanksContainer, setThanksContainer] = useState<HTMLElement | null>(null)
  const [actionsContainer, setActionsContainer] = useState<HTMLElement | null>(null)
  const [endings, prepareEnding] = useLazyImport(loadEnding)
  const onScreen = useSitting(ofMoment, { isPlaying, refresh, prepareEnding })
  const { meditation, state, seat, satSitting, hasBellAhead } = onScreen
  const { underWay } = state
  const isUnderWay = underWay !== null
  const satToday = state.kind === 'own-pace' ? state.satToday : null
  const video = useTogetherVideo({ ...onScreen, memberId: member.id, room, days, host, actionsContainer })
  usePageTitle(meditation.title)
  const visit = useVisit(meditation, {
    change,
    isUnderWay,
    isSeated: seat.isTaken,
    onTrigger: props.onTrigger,
    onPlayingChange: setPlaying,
    prepareEnding,
  })
  const isConnected = useIsConnected(room)
  const live = useLiveParts(onScreen, { days, room, streams, actionsContainer, isConnected })
  // The day's line below the picture names its sittings; here is the one that was canceled.
  const named = days.daySittings === null ? next : null
  const hasTimes = useHasTimes(meditation, named)
  const hosting = <Hosting {...{ member, holds, hostId, isUnderWay, seat }} meditation={ofMoment} />
  const facts = <MeditationFacts meditation={meditation} activeNow={<ActiveCount day={room.day} />} />
  return (
    <Stage label={meditation.title}>
      <SittingHeader
        {...{ meditation, layout, coming, facts }}
        underWay={underWay && underWay.sitting}
        next={named}
      />
      <Welcome {...{ firstSteps, member, meditation, state, layout, hasBellAhead }} />
      <DailyVideo
        key={meditation.scheduleId}
        {...{ meditation, isConnected, hasBellAhead, OwnSilence, live, together: video }}
        onFirstPlay={() => {
          firstSteps.onPlay()
          visit.onFirstPlay()
        }}
        onEnded={visit.onEnded}
        onPlayingChange={visit.onPlayingChange}
        ending={(options) =>
          endings && (
            <endings.SittingEnding
              {...options}
              {...{ meditation, room, reflection, days, satSitting, isSatToday: satToday !== null }}
              sitting={sharedSitting(state)}
              thanks={setThanksContainer}
              onToSharing={props.onToSharing}
            />
          )
        }
        isOver={state.kind === 'ending' || satToday === 'over'}
        isDayAfter={satToday !== null}
        ref={setFrame}
      />
      {days.daySittings && !isUnderWay && <TodaysSittings {...days.daySittings} date={meditation.date} />}
      <Arrival {...{ meditation, state }} hasPlayed={visit.hasPlayed} />
      {underWay ? (
        <RoomTools
          {...{ member, meditation, room, state, underWay, seat, reflection }}
          {...{ setActionsContainer, thanksContainer, frame, chat, onLayout }}
          {...{ hostId, holds, hosting }}
          isSilence={onScreen.isSilence}
        />
      ) : (
        <StageRow
          hint={
            <>
              {hosting}
              <NewDayBanner isReading={isReading} isOffered={days.isNewDayOffered} onGo={change.goToToday} />
            </>
          }
        >
          <PresentMembers {...{ room, hostId }} isBefore={onScreen.isBefore} />
        </StageRow>
      )}
      <AboutMeditation {...{ meditation, isUnderWay }} facts={!isUnderWay && hasTimes && facts} />
      {isUnderWay && <PlayerStatus layout={layout} isSilent={onScreen.silence !== null} />}
      {onScreen.silence && <SilenceSound {...onScreen.silence} />}
    </Stage>
  )
}

interface LivePartsOptions extends Pick<
  ComponentProps<typeof RoomPicture>,
  'room' | 'streams' | 'actionsContainer' | 'isConnected'
> {
  days: Pick<MeditationDays, 'meetingUrl' | 'streamAddress'>
}

function useLiveParts(
  { meditation, state: { underWay }, seat }: ReturnType<typeof useSitting>,
  { days, ...options }: LivePartsOptions,
): LiveParts {
  const { sitting, plays } = meditation
  const { meetingUrl = null, streamAddress: address } = days
  const isStreamed = plays.kind === 'live' && plays.isStreamed
  const { streams } = options
  const { hasJoined, join } = useJoinPicture({ underWay, address, streams, isSeated: seat.isTaken })
  return {
    stage: (
      <LiveStage {...{ sitting, meetingUrl, isStreamed }} streamUrl={address?.url ?? null} onJoin={join} />
    ),
    picture: (isOver) =>
      underWay &&
      address && (
        <RoomPicture
          key={underWay.sitting.id}
          {...options}
          {...{ meditation, underWay, seat, address, hasJoined, isOver }}
        />
      ),
    hasSoundOnly: address?.soundUrl != null,
  }
}

/** The cell, the row below it, and the line of sitting quietly: nothing moves once they are loaded. */
function RoomToolsPlaceholder() {
  return (
    <>
      <Skeleton className="mx-4 my-2 min-h-25 flex-none max-lg:order-1 writing:hidden lg:m-0 lg:min-h-22" />
      <Skeleton className="mx-4 my-3.75 h-3.5 w-2/5 flex-none writing:hidden lg:mx-0 lg:mt-2.75" />
      <div className="min-h-11 flex-none max-lg:order-2 writing:hidden lg:min-h-10" />
    </>
  )
}

/** As high as the line and one row of words. */
function TodaysSittingsPlaceholder() {
  return <div className="h-[calc(4.9rem+1.4725rem)] max-lg:mt-1 max-lg:mb-2 writing:hidden" />
}

/** The sitting whose sharing the member is in, having sat. */
function sharedSitting({ kind, underWay }: SittingState) {
  return underWay?.isSharing && kind !== 'own-pace' ? underWay.sitting : null
}

/** Read on demand, and reported by testers; no live region (SYNC-19). */
function PlayerStatus({ layout, isSilent }: { layout: LayoutPhase; isSilent: boolean }) {
  const status = useGroupStatus()
  return (
    // Its line is there before it. After the sitting a small phone needs it for the composer.
    <p
      className={clsx(
        'room-part min-h-[1.55em] px-4 text-small text-ink-3 tabular-nums max-lg:order-3 max-lg:mb-1.5 writing:hidden lg:p-0',
        layout === 'cleared' && 'max-lg:hidden',
      )}
    >
      {status !== null && (isSilent ? t('Sound: {status}', { status }) : t('Video: {status}', { status }))}
    </p>
  )
}
