// The words over the stage of a hall, read from three metres: what is on, what comes, and how many sit together.
import { useEffect, useState, type ReactNode } from 'react'
import { sittersSentence } from '#features/halls/rules.ts'
import type { HallContent } from '#features/halls/web/use-hall.ts'
import { BlockLine } from '#features/meditation/web/components/block-line.tsx'
import type { Block } from '#features/sittings/silence.ts'
import type { Sitting } from '#features/sittings/sitting.ts'
import { useBlockWords } from '#features/sittings/web/hooks/use-block-words.ts'
import type { PagePhase } from '#features/sittings/web/hooks/use-phase.ts'
import { parseVideoAddress } from '#features/templates/media-address.ts'
import { formatTimeOfDay } from '#shared/day.ts'
import { t } from '#shared/i18n/t.ts'
import { displayZone } from '#web/local-zone.ts'
import { handOver } from '#web/player/video-overlays.tsx'
import { formatVideoTime } from '#web/player/video-time.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { CommunityText } from '#web/ui/community-text.tsx'

interface HallWordsProps {
  hall: HallContent
  phase: PagePhase
  /** The press has let it be heard. */
  isBegun: boolean
  onBegin: () => void
}

/** In the sky: the water belongs to the lights. */
export function HallWords(props: HallWordsProps) {
  const { hall, phase, isBegun, onBegin } = props
  const isOver = phase.phase === 'open' && !phase.isAhead
  const mayBegin = !isBegun && !isOver && phase.phase !== 'sharing' && !hall.sitting.cancelled
  return (
    <div className="sky-words hall-words">
      <Words {...props} />
      {mayBegin && (
        <>
          <Button variant="lit" size="lg" className="hall-begin" onClick={handOver(onBegin)}>
            {t('Begin')}
          </Button>
          <p className="hall-hint">
            {isYoutube(hall)
              ? t('One press turns on the sound, keeps this screen on, and loads the video from YouTube.')
              : t('One press turns on the sound and keeps this screen on.')}
          </p>
        </>
      )}
    </div>
  )
}

function isYoutube({ kind, videoUrl }: HallContent): boolean {
  return kind === 'video' && parseVideoAddress(videoUrl)?.kind === 'youtube'
}

function Words({ hall, phase: { phase, isAhead, isSilence } }: HallWordsProps) {
  const { sitting, kind, blocks } = hall
  if (sitting.cancelled) return <Title>{t('This sitting is canceled.')}</Title>
  switch (phase) {
    case 'open':
      return isAhead ? <Arrival hall={hall} /> : <Title>{t('The sitting is over.')}</Title>
    case 'doors':
    case 'gather':
      return <Arrival hall={hall} />
    case 'bell':
      return <Title>{t('The bell')}</Title>
    case 'sharing':
      return (
        <>
          <Title>{t('The sharing is in your own hands')}</Title>
          <p>{t('Sharing until {time}', { time: timeOf(sitting.endsAt) })}</p>
        </>
      )
    case 'meditation':
      if (blocks !== null) return <InSilence hall={hall} blocks={blocks} />
      return (
        <>
          {kind === 'live' && !isSilence ? (
            <>
              <Name hall={hall} />
              <p>{t('The room sits until {time}.', { time: timeOf(sitting.sharingAt) })}</p>
              <LiveHint />
            </>
          ) : (
            <Title>{t('In silence until {time}', { time: timeOf(sitting.sharingAt) })}</Title>
          )}
          <Together hall={hall} isBefore={false} />
        </>
      )
  }
}

const timeOf = (atMs: number) => formatTimeOfDay(atMs, displayZone())

function Title({ children }: { children: ReactNode }) {
  return <h1 className="serif hall-title">{children}</h1>
}

function Name({ hall: { title, language } }: Pick<HallWordsProps, 'hall'>) {
  return (
    <h1 className="serif hall-name">
      <CommunityText language={language}>{title}</CommunityText>
    </h1>
  )
}

function Arrival({ hall }: Pick<HallWordsProps, 'hall'>) {
  return (
    <>
      <Name hall={hall} />
      <Countdown sitting={hall.sitting} />
      <Together hall={hall} isBefore />
      {hall.kind === 'live' && <LiveHint />}
    </>
  )
}

/** The picture of a live sitting is for members alone. */
function LiveHint() {
  return <p>{t('For a hall: open the room on the device there, signed in as a member')}</p>
}

function InSilence({ hall, blocks }: { hall: HallContent; blocks: readonly Block[] }) {
  const words = useBlockWords(hall.sitting, blocks)
  return (
    <>
      {words && <BlockLine {...{ blocks, words }} />}
      <Together hall={hall} isBefore={false} />
    </>
  )
}

function Together({ hall: { present, people }, isBefore }: { hall: HallContent; isBefore: boolean }) {
  if (present + people === 0) return null
  return <p className="tabular-nums">{sittersSentence({ present, people }, { isBefore })}</p>
}

/** Only its digits change. */
function Countdown({ sitting: { startsAt } }: { sitting: Sitting }) {
  const [leftMs, setLeftMs] = useState(() => startsAt - serverNow())
  useEffect(
    () =>
      runOnTime(() => {
        const left = startsAt - serverNow()
        setLeftMs(left)
        return left > 0 ? left % 1_000 || 1_000 : null
      }),
    [startsAt],
  )
  return (
    <p role="timer" aria-live="off" className="tabular-nums">
      <span className="block">{t('The bell rings in')} </span>
      <b translate="no" className="hall-clock">
        {formatVideoTime(Math.ceil(Math.max(0, leftMs) / 1_000))}
      </b>
    </p>
  )
}
