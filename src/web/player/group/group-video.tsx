// The group's video on our own player: in step, at one's own pace, or as audio with the screen off.
import { EarOff, MessageCircle, MonitorOff, Users, VideoIcon } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#shared/i18n/t.ts'
import { usePageMute } from '#web/player/page-mute.ts'
import type { PlayerStage } from '#web/player/player-stage.ts'
import { useSoundOnly } from '#web/player/sound-only.ts'
import { useMediaRetry } from '#web/player/use-media-retry.ts'
import { reloadMedia } from '#web/player/video-actions.ts'
import { Poster } from '#web/player/video-overlays.tsx'
import { Veil } from '#web/player/video-panels.tsx'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import type { GroupSnapshot } from './group-playback.ts'
import { preloadDelayMs, youAreBehindSentence } from './group-sync.ts'
import { createMediaPlayer } from './media-player.ts'
import { useGroupPlayback, type PlayerGroup } from './use-group-playback.ts'
import { useLockScreen } from './use-lock-screen.ts'
import { useVolumeRise } from './use-volume-rise.ts'

interface GroupVideoProps {
  video: HTMLVideoElement
  group: PlayerGroup
  /** The audio file that plays with the screen off; null if none can. */
  audioSrc: string | null
  posterUrl: string | null
  /** The line is slow: a stream can lower its quality. */
  onSlowLine: () => void
  /** Whether the live channel is connected. */
  isConnected: boolean
  stage: PlayerStage
  /** The player's bar; null while something covers the video. */
  renderBar: (() => ReactNode) | null
}

/** Fills its container. */
export function GroupVideo(props: GroupVideoProps) {
  const { video, group, audioSrc, posterUrl, onSlowLine, isConnected, stage, renderBar } = props
  const [audio, setAudio] = useState<HTMLAudioElement | null>(null)
  const element = audio ?? video
  const { keepsTempo, setOnOwn } = group
  const soundOnly = useSoundOnly()
  const isSoundOnly = soundOnly?.isChosen === true
  const player = useMemo(() => createMediaPlayer(element, keepsTempo), [element, keepsTempo])
  const { snapshot, rejoin, turnSoundOn } = useGroupPlayback(player, group, isSoundOnly)
  const { isLineSlow } = snapshot
  useEffect(() => {
    if (isLineSlow) onSlowLine()
  }, [isLineSlow, onSlowLine])
  usePreload(video, group.startsAtMs)
  useVolumeRise(element, group.startsAtMs)
  usePageMute(audio)
  useLockScreen({
    title: group.title,
    line: group.audience,
    posterUrl,
    pause: () => element.pause(),
    play: rejoin,
  })
  useEffect(() => () => audio?.pause(), [audio])
  useMediaRetry(audio, {
    streamFailure: null,
    isStuck: false,
    isConnected,
    stage,
    reload: () => audio && reloadMedia(audio, () => (serverNow() - group.startsAtMs) / 1_000),
  })
  if (renderBar === null) return null

  const listen = () => {
    if (audioSrc === null) return
    const next = new Audio(audioSrc)
    next.volume = video.volume
    // Safari lets a page play what a press has loaded.
    next.load()
    video.pause()
    setAudio(next)
  }
  const watch = () => {
    audio?.pause()
    setAudio(null)
    soundOnly?.choose(false)
  }
  const goOnOwn = () => setOnOwn(true)
  if (audio !== null)
    return (
      <Listening posterUrl={posterUrl}>
        <p className="text-[0.95rem] text-balance">{t('You are listening. Your screen may switch off.')}</p>
        <GroupBanner {...{ snapshot, rejoin, turnSoundOn }} />
        <div className="flex flex-wrap justify-center gap-2">
          {snapshot.status !== 'own-pace' && (
            <Button variant="media" onClick={() => audio.pause()}>
              {t('Pause')}
            </Button>
          )}
          <Button variant="media" onClick={watch}>
            <VideoIcon aria-hidden className="size-5" strokeWidth={1.8} />
            {t('Show the video')}
          </Button>
        </div>
      </Listening>
    )
  return (
    <>
      <div className="group-banner pointer-events-none absolute inset-x-0 top-0 z-1 flex justify-center p-3 *:pointer-events-auto">
        <GroupBanner
          {...{ snapshot, rejoin, turnSoundOn }}
          listen={audioSrc !== null && isLineSlow && !isSoundOnly ? listen : null}
        />
      </div>
      {renderBar()}
      <LeavingActions
        container={group.actionsContainer}
        onOwn={goOnOwn}
        listen={audioSrc === null ? null : listen}
        watch={null}
      />
    </>
  )
}

/** The member's actions for the group's video, below the player. */
export function GroupActions({
  container,
  children,
}: {
  container: HTMLElement | null
  children: ReactNode
}) {
  return container && createPortal(children, container)
}

interface LeavingActionsProps {
  container: HTMLElement | null
  /** Null for a member on their own. */
  onOwn: (() => void) | null
  /** Null where there is no sound alone. */
  listen: (() => void) | null
  /** Back to the picture; null while it is shown. */
  watch: (() => void) | null
}

/** Out of the group, and out of its picture. */
export function LeavingActions({ container, onOwn, listen, watch }: LeavingActionsProps) {
  return (
    <GroupActions container={container}>
      {onOwn && (
        <Button variant="subtle" size="sm" onClick={onOwn}>
          {t('On my own')}
        </Button>
      )}
      {listen && (
        <Button variant="subtle" size="sm" onClick={listen}>
          <MonitorOff aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Listen with the screen off')}
        </Button>
      )}
      {watch && (
        <Button variant="subtle" size="sm" onClick={watch}>
          <VideoIcon aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Show the video')}
        </Button>
      )}
    </GroupActions>
  )
}

interface GroupBannerProps {
  snapshot: GroupSnapshot
  rejoin: () => void
  turnSoundOn: () => void
  /** Offered on a slow line. */
  listen?: (() => void) | null
}

/**
 * The member's way back to the group; empty while they are with it. Never a live region: it would be spoken into the
 * video.
 */
export function GroupBanner({ snapshot, rejoin, turnSoundOn, listen = null }: GroupBannerProps) {
  const { status, drift, isSilenced } = snapshot
  if (status === 'own-pace') return <OwnPaceBanner rejoin={rejoin} />
  if (status === 'blocked')
    return (
      <Banner text={t('Your browser needs a press to play')}>
        <RejoinButton onPress={rejoin} />
      </Banner>
    )
  if (isSilenced)
    return (
      <Banner text={t('Your browser started the video without sound')}>
        <Button variant="lit" size="sm" onClick={turnSoundOn}>
          <EarOff aria-hidden className="size-4.5" strokeWidth={1.8} />
          {t('Turn the sound on')}
        </Button>
      </Banner>
    )
  if (status === 'behind')
    return (
      <Banner text={youAreBehindSentence(drift)}>
        <RejoinButton onPress={rejoin} />
      </Banner>
    )
  if (listen !== null)
    return (
      <Banner text={t('Your connection is slow')}>
        <Button variant="lit" size="sm" onClick={listen}>
          {t('Listen only')}
        </Button>
      </Banner>
    )
  return null
}

export function OwnPaceBanner({ rejoin }: { rejoin: () => void }) {
  return (
    <Banner text={t('At your own pace')}>
      <RejoinButton onPress={rejoin} />
    </Banner>
  )
}

/** On phones the row of plain buttons begins left of the text above it; a button with a border begins with that text. */
const edgeClass = { lit: '', ghost: 'max-lg:ms-2' }

interface RejoinButtonProps {
  variant?: 'lit' | 'ghost'
  onPress: () => void
}

export function RejoinButton({ variant = 'lit', onPress }: RejoinButtonProps) {
  return (
    <Button variant={variant} size="sm" className={edgeClass[variant]} onClick={onPress}>
      <Users aria-hidden className="size-4.5" strokeWidth={1.8} />
      {t('Rejoin the group')}
    </Button>
  )
}

/** Later there is hardly anything to rejoin (SYNC-18). */
const rejoinUntilMs = 60_000

interface ReturnFromOwnProps {
  group: PlayerGroup
  variant?: 'lit' | 'ghost'
}

/** For a member who has left the group's pace: back to it, or to what has followed it. */
export function ReturnFromOwn({ group, variant = 'lit' }: ReturnFromOwnProps) {
  const { startsAtMs, mediaSeconds, setOnOwn, afterwardsLabel } = group
  const comeBack = () => setOnOwn(false)
  if (afterwardsLabel !== null)
    return (
      <Button variant={variant} size="sm" className={edgeClass[variant]} onClick={comeBack}>
        <MessageCircle aria-hidden className="size-4.5" strokeWidth={1.8} />
        {afterwardsLabel}
      </Button>
    )
  const leftMs = startsAtMs + mediaSeconds * 1_000 - serverNow()
  return leftMs >= rejoinUntilMs && <RejoinButton variant={variant} onPress={comeBack} />
}

function Banner({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex max-w-full flex-wrap items-center justify-center gap-x-3 gap-y-1.5 rounded-[1.6rem] bg-veil-strong py-1.5 pe-1.5 ps-4 text-small text-[white]">
      <p>{text}</p>
      {children}
    </div>
  )
}

/** Covers the video while only the audio plays. */
function Listening({ posterUrl, children }: { posterUrl: string | null; children: ReactNode }) {
  return (
    <div className="absolute inset-0 z-1 isolate bg-frame">
      <Poster url={posterUrl} />
      <Veil>{children}</Veil>
    </div>
  )
}

/** Loads the video at a random moment before the start (SYNC-25). */
function usePreload(video: HTMLVideoElement, startsAtMs: number): void {
  useEffect(() => {
    const atMs = serverNow() + preloadDelayMs(startsAtMs - serverNow(), Math.random)
    return runOnTime(() => {
      const leftMs = atMs - serverNow()
      if (leftMs > 0) return leftMs
      video.preload = 'auto'
      return null
    })
  }, [video, startsAtMs])
}
