// The picture of a teacher who speaks now, or the sound alone: over the scene of its sitting, at the group's second.
import './live-picture.css'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Phase } from '#features/sittings/phases.ts'
import { lazyPart } from '#web/lazy-part.tsx'
import { useLockScreen } from '#web/player/group/use-lock-screen.ts'
import { usePageMute } from '#web/player/page-mute.ts'
import { useSoundOnly } from '#web/player/sound-only.ts'
import { StandstillWatch } from '#web/player/standstill-watch.ts'
import { useAutoHideControls, usePlayerKeys, useTapToToggle } from '#web/player/use-player-input.ts'
import { usePressUnlock } from '#web/player/use-press-unlock.ts'
import { useVideoState } from '#web/player/video-state.ts'
import { serverNow } from '#web/server-clock.ts'
import { useHeldFor } from '#web/use-held-for.ts'
import { defaultLeadMs } from '../../arrivals.ts'
import { followingOf, pollsItself } from '../../following.ts'
import type { StreamMessage } from '../../live-messages.ts'
import { leadAt, moveLead, stillLead } from '../../moving-lead.ts'
import type { StreamAddress } from '../../stream-address.ts'
import { noStreamOnPage, setStreamOnPage, streamOnPage, type StreamOnPage } from '../stream-on-page.ts'
import { preloadFeed } from './attach-feed.ts'
import type { LiveFeed } from './live-feed.ts'
import { createLivePlayer } from './live-player.ts'
import { Unstamped } from './unstamped.tsx'
import { StreamSearch, useFoundStream } from './use-found-stream.ts'
import { useLiveFeed } from './use-live-feed.ts'
import { usePictureSeen, useWasSeen } from './use-picture-seen.ts'
import { useSoundRise } from './use-sound-rise.ts'
import { WithGroup } from './with-group.tsx'

// Parts of the player of videos: loaded with it, once.
const OwnPaceBanner = lazyPart(async () => (await import('#web/player/group/group-video.tsx')).OwnPaceBanner)
const LeavingActions = lazyPart(
  async () => (await import('#web/player/group/group-video.tsx')).LeavingActions,
)
const PlayerBar = lazyPart(async () => (await import('#web/player/player-bar.tsx')).PlayerBar)

export interface LivePictureProps {
  title: string
  /** How many sit together, for the lock screen. */
  audience: string
  phase: Phase
  address: StreamAddress
  /** As the live channel said last; null while it said nothing. */
  stream: StreamMessage | null
  isSeated: boolean
  /** Whether the live channel is connected. */
  isConnected: boolean
  /** The member has paused it. */
  isOnOwn: boolean
  setOnOwn: (isOnOwn: boolean) => void
  /** Over the words of the stage, which are no longer needed; else below them. */
  isOver: boolean
  /** The element that contains the member's actions. */
  actionsContainer: HTMLElement | null
}

/** Longer than any bell sounds. */
const ringsOutMs = 12_000

/** Fills its container; mount it from the doors to the end of the sharing. */
export function LivePicture(props: LivePictureProps) {
  const { address, stream, isConnected, isOnOwn, setOnOwn, isOver } = props
  const soundOnly = useSoundOnly()
  const isSound = soundOnly?.isChosen === true && address.soundUrl !== null
  const url = (isSound && address.soundUrl) || address.url
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [audio] = useState(() => new Audio())
  const element = isSound ? audio : video
  const player = place?.closest('section') ?? null
  useEffect(() => {
    preloadFeed()
    PlayerBar.preload()
  }, [])

  const isWanted = useIsWanted(props)
  const isRingingOut = useIsRingingOut(props)
  const [isFound, onFound] = useFoundStream(url, stream?.version ?? 0)
  const followed = { isWanted, isRingingOut, isOnOwn, state: stream?.state ?? null, isFound }
  const following = followingOf(followed)
  const leadMs = stream?.leadMs ?? defaultLeadMs
  const jump = stream?.jump ?? null
  const followable = { url, following, isWanted, leadMs, jump, isConnected }
  const { feed, isStamped, rebuild } = useLiveFeed(element, followable)
  usePressUnlock(feed ? null : video)
  usePressUnlock(feed ? null : audio)
  const delayMs = useDelay({ leadMs, offsetMs: stream?.offsetMs ?? 0, feed })
  const groupPlayer = useMemo(
    () => (element && feed && isStamped ? createLivePlayer(element, feed, delayMs) : null),
    [element, feed, isStamped, delayMs],
  )

  const isFollowed = following === 'load' || following === 'play-out'
  const isUnstamped = isStamped === false
  const [isInStep, setInStep] = useState(false)
  const isSeen = usePictureSeen(element, {
    isWithGroup: isFollowed && ((groupPlayer !== null && isInStep) || isUnstamped),
    isResting: following === 'rest',
    isStopped: following === 'stop',
  })
  useSoundRise(element, isSeen)
  usePageMute(element)
  usePaused(element, { isPaused: following === 'rest' || following === 'stop' })
  useRejoinByPlay(element, { isOnOwn, setOnOwn })
  useOnPage({ wasSeen: useWasSeen(isSeen && !isSound), isUnstamped, isListening: isSound && isSeen })
  // The ending of the sitting has the stage.
  const hasControls = isOver || props.phase !== 'sharing'
  const goOnOwn = useCallback(() => setOnOwn(true), [setOnOwn])
  return (
    <>
      <div
        ref={setPlace}
        className="live-picture"
        data-seen={(isSeen && !isSound) || undefined}
        data-over={isOver || undefined}
      >
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- no one writes what is said now */}
        <video
          ref={setVideo}
          playsInline
          disablePictureInPicture={'InternalError' in globalThis}
          tabIndex={-1}
          className="absolute inset-0 size-full object-cover outline-none"
        />
      </div>
      {isFollowed && isUnstamped && feed && element && <Unstamped element={element} onPause={goOnOwn} />}
      {pollsItself(followed, isConnected) && <StreamSearch {...{ url, onFound }} />}
      {following === 'load' && feed && element && (
        <StandstillWatch video={element} arrivedParts={feed.arrivedParts} rebuild={rebuild} />
      )}
      <div className="group-banner pointer-events-none absolute inset-x-0 top-0 z-3 flex justify-center p-3 *:pointer-events-auto">
        {isOnOwn && isWanted && hasControls && <OwnPaceBanner rejoin={() => setOnOwn(false)} />}
        {isFollowed && groupPlayer && feed && (
          <WithGroup
            player={groupPlayer}
            {...{ feed, isSeen, hasControls, rebuild }}
            onWithGroup={setInStep}
            onPause={goOnOwn}
          />
        )}
      </div>
      {player && video && isSeen && !isSound && hasControls && <Bar {...{ player, video }} />}
      {isWanted && (
        <>
          <Actions {...props} isSound={isSound} />
          <OnLockScreen {...props} />
        </>
      )}
    </>
  )
}

function useIsWanted({ address, phase, isSeated }: LivePictureProps): boolean {
  return isSeated && (phase !== 'sharing' || address.inSharing)
}

/** The teacher's second bell sounds on while the picture goes. */
function useIsRingingOut({ address, phase, isSeated }: LivePictureProps): boolean {
  const isSharing = phase === 'sharing'
  const hasRungOut = useHeldFor(isSharing, ringsOutMs)
  return isSharing && !hasRungOut && isSeated && !address.inSharing && address.bellBy === 'teacher'
}

interface DelayOptions {
  leadMs: number
  offsetMs: number
  feed: LiveFeed | null
}

/** How long after its stamp a picture is due; a new lead is reached slowly by what plays. */
function useDelay({ leadMs, offsetMs, feed }: DelayOptions): () => number {
  const lead = useRef(stillLead(leadMs))
  const offset = useRef(offsetMs)
  useEffect(() => {
    offset.current = offsetMs
    lead.current = feed === null ? stillLead(leadMs) : moveLead(lead.current, leadMs, serverNow())
  }, [feed, leadMs, offsetMs])
  return useCallback(() => leadAt(lead.current, serverNow()) + offset.current, [])
}

function usePaused(element: HTMLMediaElement | null, { isPaused }: { isPaused: boolean }): void {
  useEffect(() => {
    if (isPaused) element?.pause()
  }, [element, isPaused])
}

type OwnPace = Pick<LivePictureProps, 'isOnOwn' | 'setOnOwn'>

/** There is nothing else to play: the bar's button and the keys lead back to the group, too. */
function useRejoinByPlay(element: HTMLMediaElement | null, { isOnOwn, setOnOwn }: OwnPace): void {
  useEffect(() => {
    if (!element || !isOnOwn) return
    const rejoin = () => setOnOwn(false)
    element.addEventListener('play', rejoin)
    return () => element.removeEventListener('play', rejoin)
  }, [element, isOnOwn, setOnOwn])
}

/** Lets the room around it know. */
function useOnPage({ wasSeen, isUnstamped, isListening }: StreamOnPage): void {
  useEffect(() => setStreamOnPage({ wasSeen, isUnstamped, isListening }), [wasSeen, isUnstamped, isListening])
  useEffect(() => () => streamOnPage.set(noStreamOnPage), [])
}

/** The player's bar, without what a live picture hasn't: a length, a place in it, and a speed. */
function Bar({ player, video }: { player: HTMLElement; video: HTMLVideoElement }) {
  const state = useVideoState(video)
  const { isHidden, hideNow } = useAutoHideControls(player, state.playing, true)
  usePlayerKeys({ player, video, onReplay: null, toggleCaptions: null, canSeek: false })
  useTapToToggle({ video, isHidden, hideNow })
  return (
    <div className="pointer-events-none absolute inset-0 z-3 *:pointer-events-auto">
      <PlayerBar
        {...{ player, video, state }}
        expectedSeconds={null}
        captions={null}
        hidden={isHidden}
        isOwnPace={false}
      />
    </div>
  )
}

/** Below the stage. */
function Actions({ isOnOwn, setOnOwn, actionsContainer, isSound }: LivePictureProps & { isSound: boolean }) {
  const soundOnly = useSoundOnly()
  return (
    <LeavingActions
      container={actionsContainer}
      onOwn={isOnOwn ? null : () => setOnOwn(true)}
      listen={soundOnly && !isSound ? () => soundOnly.choose(true) : null}
      watch={soundOnly && isSound ? () => soundOnly.choose(false) : null}
    />
  )
}

function OnLockScreen({ title, audience, setOnOwn }: LivePictureProps) {
  useLockScreen({
    title,
    line: audience,
    posterUrl: null,
    pause: () => setOnOwn(true),
    play: () => setOnOwn(false),
  })
  return null
}
