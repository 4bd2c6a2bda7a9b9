// Sitting cover: the words over the scene before the video starts, in a silence, in a live sitting, and to late joiners.
import { clsx } from 'clsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { BlockWords } from '#features/sittings/block-words.ts'
import { msToBell, type Phase } from '#features/sittings/phases.ts'
import type { Block } from '#features/sittings/silence.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { breathe } from '#web/easing.ts'
import { displayZone } from '#web/local-zone.ts'
import { useSoundOnly } from '#web/player/sound-only.ts'
import { formatVideoTime } from '#web/player/video-time.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { useClockJumps } from '#web/use-clock-jumps.ts'
import { prefersReducedMotion } from '#web/use-media-query.ts'
import { msToNextTick } from '../../rules.ts'
import { lateSentence } from '../../sitting-sentences.ts'
import { useJoinable } from '../hooks/use-joinable.ts'
import { BlockLine } from './block-line.tsx'
import { elsewhereTitle, MeetingLink, meetingHint } from './meeting-link.tsx'
import { BeforePicture, PictureLine, type CoverStream } from './picture-line.tsx'
import { SeatButton, siteHint, SoundOnlyChoice, wordsClass } from './seat-button.tsx'

interface SittingCoverProps {
  sitting: Sitting
  phase: Phase
  isSeated: boolean
  /** A hint about the content that the press loads; null for our own player. */
  seatHint: string | null
  onTakeSeat: () => void
  /** A silence that is sat in place of a video; null otherwise. */
  silence: CoverSilence | null
  /** A live sitting that meets elsewhere; null otherwise. */
  live: CoverLive | null
  /** A live sitting that is seen and heard here; null otherwise. */
  stream: CoverStream | null
}

interface CoverLive {
  /** Null while it isn't known. */
  meetingUrl: string | null
  /** What it lasts is over, and the silence after it is on. */
  isSilence: boolean
}

interface CoverSilence {
  blocks: readonly Block[]
  /** Of its block; null where none is on. */
  words: BlockWords | null
  /** The member has paused its sound. */
  isOnOwn: boolean
  setOnOwn: (isOnOwn: boolean) => void
  /** The element that contains the member's actions. */
  actionsContainer: HTMLElement | null
}

/** Over the scene, without live regions: its words stand in the sky, and the water belongs to the members. */
export function SittingCover({ seatHint, ...cover }: SittingCoverProps) {
  const props = { ...cover, seatHint: seatHint ?? siteHint(cover.stream?.url) }
  const { phase } = props
  const isArriving = phase === 'doors' || phase === 'gather'
  const [hasArrived] = useState(isArriving)
  return (
    <div className="absolute inset-0 z-1 text-[white] [container-type:size] writing:hidden">
      {(isArriving || (phase === 'bell' && hasArrived)) && (
        <div
          className={clsx(wordsOfSkyClass, !isArriving && 'words-gone')}
          data-sun
          inert={!isArriving}
          aria-hidden={!isArriving}
        >
          <Arrival {...props} />
        </div>
      )}
      {!isArriving && <SittingWords key={phase} {...props} />}
    </div>
  )
}

const wordsOfSkyClass =
  'sky-words absolute inset-x-0 top-0 flex flex-col items-center justify-center-safe gap-2.5 overflow-y-auto px-5 py-3 text-center shallow:gap-1.5 shallow:py-1'

/** Those of one phase. They have faded when it ends: no words vanish at once. */
function SittingWords(props: SittingCoverProps) {
  const { sitting, phase, isSeated, silence, live, stream } = props
  const isBell = phase === 'bell'
  const words = useFadeBefore(isBell ? sitting.videoAt : sitting.sharingAt, isBell ? 1_000 : 400)
  return (
    <div ref={words} className={wordsOfSkyClass}>
      {isBell ? (
        <SeatedLine {...props} />
      ) : live !== null ? (
        <Elsewhere {...props} live={live} />
      ) : stream !== null && isSeated ? (
        <BeforePicture stream={stream} inSilence={<SeatedLine {...props} />} />
      ) : silence !== null ? (
        <InSilence {...props} silence={silence} />
      ) : isSeated ? (
        <SeatedLine {...props} />
      ) : (
        <LateComer {...props} />
      )}
      {isBell && <AtBell {...props} />}
    </div>
  )
}

/** The ref is for the element that has faded at that moment of the room clock. */
function useFadeBefore(atMs: number, fadeMs: number) {
  const element = useRef<HTMLDivElement>(null)
  const jumps = useClockJumps()
  useEffect(() => {
    const words = element.current
    for (const former of words?.getAnimations() ?? []) former.cancel()
    words?.animate([{}, { opacity: 0 }], {
      duration: prefersReducedMotion() ? 0 : fadeMs,
      delay: msToBell(atMs - fadeMs, serverNow()),
      easing: breathe,
      fill: 'forwards',
    })
  }, [atMs, fadeMs, jumps])
  return element
}

/** The seat of who has none yet, and the way to a meeting, which stay in their places as the bell rings. */
function AtBell({ live, isSeated, seatHint, onTakeSeat }: SittingCoverProps) {
  const seat = !isSeated && (
    <SeatButton hint={seatHint} onPress={onTakeSeat}>
      {t('Take your seat')}
    </SeatButton>
  )
  return live === null ? seat : <MeetingWays live={live} seat={seat} />
}

function seatedSentence({
  isSilent,
  isLive,
  isSound,
}: Readonly<Record<'isSilent' | 'isLive' | 'isSound', boolean>>): string {
  if (isLive) return t('You have a seat. The bell begins the sitting.')
  if (isSilent) return t('You have a seat. The bell begins the silence.')
  return isSound
    ? t('You have a seat. The sound starts by itself.')
    : t('You have a seat. The video starts by itself.')
}

/** The time to the bell, and the seat. */
function Arrival(props: SittingCoverProps) {
  const { sitting, isSeated, seatHint, onTakeSeat, silence, live, stream } = props
  const soundOnly = useSoundOnly()
  if (live !== null)
    return (
      <>
        <ElsewhereTitle meetingUrl={live.meetingUrl} />
        <TimeTo at={sitting.startsAt} label={t('The bell rings in')} />
        {isSeated && (
          <p className="text-[0.95rem] text-balance">
            {seatedSentence({ isSilent: false, isLive: true, isSound: false })}
          </p>
        )}
        <AtBell {...props} />
      </>
    )
  return (
    <>
      <TimeTo at={sitting.startsAt} label={t('The bell rings in')} />
      {isSeated ? (
        <>
          <p className="grid min-h-11 place-items-center text-[0.95rem] text-balance">
            {seatedSentence({
              isSilent: silence !== null,
              isLive: stream !== null,
              isSound: soundOnly?.isChosen ?? false,
            })}
          </p>
          {soundOnly && <SoundOnlyChoice {...soundOnly} />}
        </>
      ) : (
        <SeatButton hint={seatHint} onPress={onTakeSeat}>
          {t('Take your seat')}
        </SeatButton>
      )}
      {stream && (
        // Its place stays: nothing moves as the picture comes.
        <p className={clsx(wordsClass, 'wrap-anywhere', stream.wasSeen && 'invisible')}>
          <PictureLine stream={stream} />
        </p>
      )}
    </>
  )
}

function SeatedLine({ sitting, phase }: Pick<SittingCoverProps, 'sitting' | 'phase'>) {
  return (
    <p
      className={clsx('serif text-title/[1.2] text-balance', phase === 'bell' ? 'bell-word' : 'silence-word')}
    >
      {phase === 'bell'
        ? t('The bell')
        : t('In silence until {time}', { time: formatTimeOfDay(sitting.sharingAt, displayZone()) })}
    </p>
  )
}

/** The block of the moment, which a latecomer comes into; with its sound paused, the way back. */
function InSilence({ silence, ...props }: SittingCoverProps & { silence: CoverSilence }) {
  const { sitting, isSeated } = props
  const { blocks, words, isOnOwn, setOnOwn, actionsContainer } = silence
  if (!isSeated)
    return (
      <LateComer {...props} silence={silence}>
        {words && `${words.now} · ${words.left}, ${words.next}`}
      </LateComer>
    )
  if (isOnOwn)
    return (
      <>
        <p className="serif text-section @xl:text-title">{t('At your own pace')}</p>
        <p className="text-[0.95rem] text-balance">
          {t('In silence until {time}', { time: formatTimeOfDay(sitting.sharingAt, displayZone()) })}
        </p>
        <SeatButton hint={null} onPress={() => setOnOwn(false)}>
          {t('Rejoin the group')}
        </SeatButton>
      </>
    )
  return (
    <>
      {words === null ? <SeatedLine {...props} /> : <BlockLine {...{ blocks, words }} />}
      {actionsContainer &&
        createPortal(
          <Button variant="subtle" size="sm" onClick={() => setOnOwn(true)}>
            {t('On my own')}
          </Button>,
          actionsContainer,
        )}
    </>
  )
}

/** Everyone sits where the sitting meets; the words stay while they are there (TEACH-12). */
function Elsewhere({ live, ...props }: SittingCoverProps & { live: CoverLive }) {
  const { sitting, phase, isSeated } = props
  const time = formatTimeOfDay(sitting.sharingAt, displayZone())
  if (!isSeated) return <LateComer {...props} live={live} />
  return (
    <>
      {live.isSilence ? (
        <SeatedLine {...{ sitting, phase }} />
      ) : (
        <>
          <ElsewhereTitle meetingUrl={live.meetingUrl} isLarge />
          <p className="text-[0.95rem] text-balance tabular-nums">
            {t('The room sits until {time}.', { time })}
          </p>
        </>
      )}
      <MeetingWays live={live} seat={null} />
    </>
  )
}

interface ElsewhereTitleProps {
  meetingUrl: string | null
  isLarge?: boolean
}

function ElsewhereTitle({ meetingUrl, isLarge = false }: ElsewhereTitleProps) {
  return (
    <p
      className={clsx(
        'serif max-w-full text-balance wrap-anywhere',
        isLarge ? 'text-section @xl:text-title' : 'text-lead @xl:text-section',
      )}
    >
      {elsewhereTitle(meetingUrl)}
    </p>
  )
}

/** The seat beside the way to the meeting: who has sat down goes there next. */
function MeetingWays({ live, seat }: { live: CoverLive; seat: ReactNode }) {
  const { meetingUrl } = live
  if (meetingUrl === null) return seat
  return (
    <>
      <div className="flex max-w-full flex-wrap items-center justify-center gap-x-3 gap-y-2">
        {seat}
        <MeetingLink url={meetingUrl} variant={seat ? 'clear' : 'lit'} />
      </div>
      <p className={wordsClass}>{meetingHint()}</p>
    </>
  )
}

interface LateComerProps extends SittingCoverProps {
  /** What they come into, in one line. */
  children?: ReactNode
}

function LateComer({ sitting, seatHint, onTakeSeat, live, children }: LateComerProps) {
  if (!useJoinable(sitting)) return <TimeTo at={sitting.sharingAt} label={t('The sharing opens in')} />
  const seat = (
    <SeatButton hint={seatHint} onPress={onTakeSeat}>
      {t('Join the group')}
    </SeatButton>
  )
  return (
    <>
      {live && <ElsewhereTitle meetingUrl={live.meetingUrl} />}
      <p className="late-word max-w-[44ch] text-[0.95rem] text-balance">
        {lateSentence(formatTimeOfDay(sitting.sharingAt, displayZone()))}
      </p>
      {children && <p className="max-w-[60ch] text-small text-balance tabular-nums">{children}</p>}
      {live ? <MeetingWays live={live} seat={seat} /> : seat}
    </>
  )
}

/** Only its digits change; a screen reader reads it on demand. */
function TimeTo({ at, label }: { at: number; label: string }) {
  const leftMs = useTimeLeft(at)
  return (
    <p role="timer" aria-live="off" className="tabular-nums">
      <span className="mb-2 block text-body whitespace-nowrap shallow:mb-0">{label} </span>
      <b translate="no" className="text-clock/none font-light tracking-[-0.01em]">
        {formatVideoTime(Math.ceil(leftMs / 1_000))}
      </b>
    </p>
  )
}

/** Milliseconds to a moment of the room clock, as of the last tick of its seconds. */
function useTimeLeft(atMs: number): number {
  const [leftMs, setLeftMs] = useState(() => atMs - serverNow())
  useEffect(
    () =>
      runOnTime(() => {
        const left = atMs - serverNow()
        setLeftMs(left)
        return left > 0 ? msToNextTick(left) : null
      }),
    [atMs],
  )
  return Math.max(0, leftMs)
}
