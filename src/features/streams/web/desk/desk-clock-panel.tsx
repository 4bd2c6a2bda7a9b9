// The clock of a desk: what the teacher does next, and whether the group hears it.
import { Ear, EarOff } from 'lucide-react'
import { useCallback } from 'react'
import { t } from '#shared/i18n/t.ts'
import { formatTimeInSentence } from '#shared/local-time.ts'
import { displayZone } from '#web/local-zone.ts'
import { formatVideoTime } from '#web/player/video-time.ts'
import { useServerNow } from '#web/use-server-now.ts'
import type { Stream } from '../../contract.ts'
import { deskMomentAt, hearingAt, msToNextSecond } from './desk-clock.ts'
import { cueSentence, hearingSentence, waitingSentence } from './desk-sentences.ts'
import type { DeskState } from './desk-state.ts'

interface DeskClockProps {
  stream: Stream
  state: DeskState
}

export function DeskClock({ stream, state }: DeskClockProps) {
  const { leadMs, inSharing, sitting } = stream
  const nowMs = useServerNow(
    useCallback((atMs: number) => msToNextSecond(deskMomentAt(stream, atMs)), [stream]),
  )
  const { cue, inMs, phase } = deskMomentAt(stream, nowMs)
  const isInSharing = phase === 'sharing' && inSharing
  const seconds = Math.round(leadMs / 1_000)
  return (
    <section aria-label={t('Your clock')} className="grid gap-1.5">
      <p role="timer" className="serif text-clock leading-tight tabular-nums">
        {cueSentence(cue, formatVideoTime(Math.ceil(inMs / 1_000)))}
      </p>
      <p className="text-ink-2">
        {isInSharing
          ? t('You read them at once; they hear you {seconds} s later.', { seconds })
          : t('They hear you {seconds} s later.', { seconds })}
      </p>
      {state.step === 'speaking' && <HearingLine {...{ state, sitting }} nowMs={nowMs} />}
    </section>
  )
}

function HearingLine({
  state,
  sitting,
  nowMs,
}: Pick<DeskClockProps, 'state'> & { sitting: Stream['sitting']; nowMs: number }) {
  const hearing = hearingAt({ sitting, ...state.arrived }, nowMs)
  const doors = formatTimeInSentence(sitting.doorsAt, displayZone())
  const isHeard = hearing.kind !== 'waiting' && state.isMicrophoneOn && !state.isMicrophoneSilent
  const Icon = isHeard ? Ear : EarOff
  const waiting = waitingSentence(hearing)
  return (
    <div className="mt-2 grid gap-1">
      <p
        role="status"
        className="flex items-start gap-2.5 text-lead font-strong data-[heard=no]:text-danger"
        data-heard={isHeard ? 'yes' : 'no'}
      >
        <Icon aria-hidden className="mt-0.5 size-5 flex-none" strokeWidth={1.9} />
        <span className="min-w-0">{hearingSentence(hearing, state, doors)}</span>
      </p>
      {waiting !== null && <p className="text-ink-2 tabular-nums">{waiting}</p>}
    </div>
  )
}
