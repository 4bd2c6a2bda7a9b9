// YouTube embed: YouTube's player in a frame, or an error panel (MED-10, MED-11); loaded on the first press.
import { clsx } from 'clsx'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { messages } from '#web/i18n/messages.ts'
import { logFailure } from '#web/log.ts'
import { advertisementSentence, youAreBehindSentence } from '#web/player/group/group-sync.ts'
import { RejoinButton, ReturnFromOwn } from '#web/player/group/group-video.tsx'
import { sitOnSentence } from '#web/player/group/sit-on.ts'
import { useGroupPlayback, type PlayerGroup } from '#web/player/group/use-group-playback.ts'
import { pageMute } from '#web/player/page-mute.ts'
import { VideoErrorPanel } from '#web/player/video-panels.tsx'
import type { PlayerEvents } from '#web/player/video-player.tsx'
import { Button, buttonVariants } from '#web/ui/button.tsx'
import { OpeningRosette } from '#web/ui/rosette.tsx'
import { YoutubePlayer } from './youtube-group-player.ts'
import { playerOrigin, type PlayerMessage, connectToPlayer } from './youtube-player-connection.ts'

interface YoutubeEmbedProps extends Omit<PlayerEvents, 'onFirstPlay' | 'onReplay'> {
  /** YouTube's 11 characters. */
  id: string
  startSeconds: number
  title: string
  /** One sentence for a member whose video plays on YouTube only. */
  restrictedHint: string
  /** Follows the group; null plays at once, at the member's own pace. */
  group: PlayerGroup | null
  /** Something else is shown: YouTube's frame may be hidden, but never covered (SYNC-31). */
  isHidden: boolean
}

/** Fills its container. */
export function YoutubeEmbed(props: YoutubeEmbedProps) {
  const [attempt, setAttempt] = useState(1)
  return <Player key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Player({
  id,
  startSeconds,
  title,
  group,
  restrictedHint,
  isHidden,
  onRetry,
  ...events
}: YoutubeEmbedProps & { onRetry: () => void }) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null)
  const [followsGroup] = useState(group !== null)
  const { status, error, player } = usePlayerMessages(frame, id, events)
  const sitOn = sitOnSentence(group)
  if (error !== null) return isHidden ? null : <YoutubeError {...{ id, error, restrictedHint, sitOn }} />
  return (
    <div className={clsx('absolute inset-0 flex flex-col', isHidden && 'invisible')}>
      <div className="relative min-h-0 flex-1">
        {status === 'connecting' && !followsGroup && <LoadingOverlay />}
        <iframe
          ref={setFrame}
          src={embedAddress(id, followsGroup ? null : startSeconds)}
          title={title}
          allow="autoplay; encrypted-media; picture-in-picture; fullscreen"
          // Without an origin in the referrer YouTube refuses to play (error 153).
          referrerPolicy="strict-origin-when-cross-origin"
          // A frame with another color scheme than its page is white until it paints.
          className={clsx('absolute inset-0 size-full scheme-light', status === 'timed-out' && 'invisible')}
        />
        {status === 'timed-out' && !isHidden && <NoResponse {...{ id, sitOn, onRetry }} />}
      </div>
      {group !== null && <GroupStrip player={player} group={group} />}
    </div>
  )
}

/** Below the frame, never over it. Nothing while the member is with the group, and never a live region. */
function GroupStrip({ player, group }: { player: YoutubePlayer; group: PlayerGroup }) {
  if (group.isOnOwn)
    return (
      <Strip text={t('On your own')}>
        <ReturnFromOwn group={group} />
      </Strip>
    )
  return <Following player={player} group={group} />
}

function Following({ player, group }: { player: YoutubePlayer; group: PlayerGroup }) {
  const { snapshot, rejoin } = useGroupPlayback(player, group)
  const { status, drift } = snapshot
  if (status === 'advertisement') return <Strip text={advertisementSentence} />
  if (status === 'blocked') return <Strip text={t('Press play to join the group')} />
  if (status !== 'own-pace' && status !== 'behind') return null
  return (
    <Strip text={status === 'own-pace' ? t('At your own pace') : youAreBehindSentence(drift)}>
      <RejoinButton onPress={rejoin} />
      <Button variant="media" size="sm" onClick={() => group.setOnOwn(true)}>
        {t('On my own')}
      </Button>
    </Strip>
  )
}

function Strip({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="flex flex-none flex-wrap items-center justify-center gap-x-3 gap-y-1.5 px-3 py-1.5 text-small text-[white]">
      <p>{text}</p>
      {children}
    </div>
  )
}

/**
 * Built from the id alone: no other part of the video's URL reaches the frame. With null it waits for the group
 * (SYNC-26).
 */
function embedAddress(id: string, startSeconds: number | null): string {
  const settings = new URLSearchParams({
    enablejsapi: '1',
    autoplay: startSeconds === null ? '0' : '1',
    playsinline: '1',
    rel: '0',
    origin: location.origin,
    ...(startSeconds !== null && startSeconds > 0 && { start: String(startSeconds) }),
  })
  return `${playerOrigin}/embed/${id}?${settings.toString()}`
}

/** A late response still counts: a slow connection recovers on its own. */
type PlayerStatus = 'connecting' | 'timed-out' | 'connected'

function usePlayerMessages(
  frame: HTMLIFrameElement | null,
  id: string,
  events: Omit<PlayerEvents, 'onFirstPlay' | 'onReplay'>,
) {
  const [player] = useState(() => new YoutubePlayer(id))
  const [status, setStatus] = useState<PlayerStatus>('connecting')
  const [error, setError] = useState<number | null>(null)
  const latestEvents = useRef(events)
  useEffect(() => {
    latestEvents.current = events
  })
  useEffect(() => {
    if (!frame) return
    let state: PlayerMessage['state'] = null
    const onMessage = (message: PlayerMessage) => {
      setStatus('connected')
      player.onMessage(message)
      if (message.error !== null) setError(message.error)
      const next = message.error === null ? message.state : 'paused'
      if (next === null || next === state) return
      state = next
      latestEvents.current.onPlayingChange(next === 'playing')
      if (next === 'ended') latestEvents.current.onEnded()
    }
    const connection = connectToPlayer(frame, { onMessage, onTimeout: () => setStatus('timed-out') })
    player.connect(connection)
    return connection.disconnect
  }, [frame, player])
  const isMute = pageMute.use()
  useEffect(() => {
    if (!isMute) return
    player.setMuted(true)
    return () => player.setMuted(false)
  }, [player, isMute])
  return { status, error, player }
}

function LoadingOverlay() {
  return (
    <div role="status" className="absolute inset-0 grid place-items-center text-[white]">
      <OpeningRosette size={64} />
      <span className="sr-only">{t('Loading the video')}</span>
    </div>
  )
}

const restricted = {
  title: messages.videoRestricted,
  text: t('Its owner only allows watching it on YouTube.'),
}
/** The player received no referrer. */
const noReferrer = 153
const messageByErrorCode: Record<number, { title: string; text: string }> = {
  100: { title: t('This video is gone'), text: t('It was removed from YouTube or made private.') },
  101: restricted,
  150: restricted,
  [noReferrer]: restricted,
}
const defaultMessage = {
  title: t('This video can’t be played here'),
  text: t('YouTube’s player reported an error. The video may still play on YouTube.'),
}

/** Replaces the player, never covers it. */
function YoutubeError({
  id,
  error,
  restrictedHint,
  sitOn,
}: Pick<YoutubeEmbedProps, 'id' | 'restrictedHint'> & { error: number; sitOn: string | null }) {
  const message = messageByErrorCode[error] ?? defaultMessage
  useEffect(() => {
    if (error === noReferrer) logFailure('YouTube received no referrer from this page.', `error ${error}`)
  }, [error])
  return (
    <VideoErrorPanel title={message.title} actions={<WatchOnYoutube id={id} />}>
      {[message.text, message === restricted ? restrictedHint : null, sitOn].filter(Boolean).join(' ')}
    </VideoErrorPanel>
  )
}

function NoResponse({ id, sitOn, onRetry }: { id: string; sitOn: string | null; onRetry: () => void }) {
  return (
    <VideoErrorPanel
      title={t('YouTube isn’t responding')}
      actions={
        <>
          <Button onClick={onRetry}>{t('Try again')}</Button>
          <WatchOnYoutube id={id} />
        </>
      }
    >
      <span>{t('You may be offline, or your browser may be blocking its player.')}</span>
      {sitOn !== null && <span> {sitOn}</span>}
    </VideoErrorPanel>
  )
}

function WatchOnYoutube({ id }: { id: string }) {
  return (
    <a
      href={`https://www.youtube.com/watch?v=${id}`}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonVariants()}
    >
      <ExternalLink aria-hidden className="size-5" strokeWidth={1.8} />
      {t('Watch on YouTube')}
      <span className="sr-only"> {t('(opens a new tab)')}</span>
    </a>
  )
}
