// A silence outside a sitting: its blocks, and 'Sit it now' (SEQ-09). What is sat lasts for as long as this is mounted.
import '#features/meditation/web/scene/sky-scrim.css'
import '#features/meditation/web/scene/scene.css'
import { useEffect, useImperativeHandle, useRef, useState } from 'react'
import { BlockHairlines, BlockLine } from '#features/meditation/web/components/block-line.tsx'
import type { OwnSilenceProps } from '#features/meditation/web/components/daily-video.tsx'
import { isSameSilence, silenceSeconds } from '#features/sittings/block-times.ts'
import { blocksSentence } from '#features/sittings/block-words.ts'
import type { Block } from '#features/sittings/silence.ts'
import { useOwnSilence, type SilenceAlone } from '#features/sittings/web/hooks/use-own-silence.ts'
import { t } from '#shared/i18n/t.ts'
import type { PlayerEvents } from '#web/player/video-player.tsx'
import { Button } from '#web/ui/button.tsx'

/** Fills its container. */
export function OwnSilence(props: OwnSilenceProps) {
  const { blocks: given, title, isCovered, hasBellAhead, ref, ...events } = props
  // An edit of the template doesn't reach a silence that is being sat.
  const [blocks, setBlocks] = useState(given)
  const silence = useOwnSilence(blocks, title)
  const { status, play } = silence
  if ((status === 'ready' || status === 'ended') && !isSameSilence(blocks, given)) setBlocks(given)
  usePlayerEvents(status, events)
  useImperativeHandle(ref, () => play)
  return isCovered ? null : <OnStage {...silence} {...{ blocks, hasBellAhead }} />
}

interface OnStageProps extends SilenceAlone, Pick<OwnSilenceProps, 'blocks' | 'hasBellAhead'> {}

function OnStage({ hasBellAhead, ...props }: OnStageProps) {
  const { status, isStarting, play, pause } = props
  const isPlaying = status === 'playing'
  const isFresh = status === 'ready' || status === 'ended'
  const isFirst = isFresh && !hasBellAhead
  return (
    <div className="absolute inset-0 z-1 text-[white] [container-type:size] writing:hidden">
      <div className="sky-scrim absolute inset-0" />
      <div className="absolute inset-0 flex flex-col overflow-y-auto">
        <div className="sky-words flex flex-none flex-col items-center justify-center-safe gap-2.5 px-5 py-3 text-center shallow:gap-1.5 shallow:py-1">
          <Words {...props} />
        </div>
        <div className="flex flex-1 items-center justify-center px-3 pt-2 pb-6">
          {/* One button: it keeps the focus. */}
          <Button
            variant={isFirst ? 'lit' : 'clear'}
            className={isFirst ? undefined : 'on-water'}
            busy={isStarting}
            onClick={isPlaying ? pause : play}
          >
            {isPlaying ? t('Pause') : isFresh ? t('Sit it now') : t('Go on')}
          </Button>
        </div>
      </div>
    </div>
  )
}

function Words({ blocks, status, words }: SilenceAlone & { blocks: readonly Block[] }) {
  if (status === 'ready' || status === 'ended')
    return (
      <>
        <p className="serif text-section text-balance @xl:text-title">
          {t('{minutes, plural, one {# minute in silence} other {# minutes in silence}}', {
            minutes: silenceSeconds(blocks) / 60,
          })}
        </p>
        <p className="max-w-[44ch] text-small text-balance tabular-nums">{blocksSentence(blocks)}</p>
        <BlockHairlines blocks={blocks} present={null} />
      </>
    )
  if (words) return <BlockLine {...{ blocks, words }} />
  return <p className="bell-word serif text-section text-balance @xl:text-title">{t('The bell')}</p>
}

/** The events of a player, as a video has them. */
function usePlayerEvents(status: SilenceAlone['status'], events: PlayerEvents): void {
  const latestEvents = useRef(events)
  useEffect(() => {
    latestEvents.current = events
  })
  const hasEnded = useRef(false)
  const isPlaying = status === 'playing'
  const [hasStarted, setStarted] = useState(false)
  if (isPlaying && !hasStarted) setStarted(true)
  useEffect(() => {
    if (hasStarted) latestEvents.current.onFirstPlay()
  }, [hasStarted])
  useEffect(() => {
    latestEvents.current.onPlayingChange(isPlaying)
    if (isPlaying && hasEnded.current) latestEvents.current.onReplay()
    hasEnded.current = status === 'ended'
    if (hasEnded.current) latestEvents.current.onEnded()
  }, [status, isPlaying])
  // Unmounted, it is over: a sitting has begun.
  useEffect(() => () => latestEvents.current.onPlayingChange(false), [])
}
