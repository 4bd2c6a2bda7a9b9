// The figures of a desk: what arrives, how much is in reserve, how many are there, and the phase that the group is in.
import { useId, type ReactNode } from 'react'
import { t } from '#shared/i18n/t.ts'
import { formatTimeInSentence } from '#shared/local-time.ts'
import { displayZone } from '#web/local-zone.ts'
import { useServerNow } from '#web/use-server-now.ts'
import type { Stream } from '../../contract.ts'
import { deskMomentAt } from './desk-clock.ts'
import { phaseWord } from './desk-sentences.ts'
import type { DeskState } from './desk-state.ts'

interface DeskFiguresProps {
  stream: Stream
  state: DeskState
  count: ReactNode
}

const everySecond = () => 1_000

export function DeskFigures({ stream, state, count }: DeskFiguresProps) {
  const id = useId()
  const nowMs = useServerNow(everySecond)
  const { phase } = deskMomentAt(stream, nowMs)
  const { bytes, bitsPerSecond, reserveMs, storedAtMs, lostMs, lostAtMs } = state.arrived
  const hasArrived = storedAtMs !== null
  const none = '–'
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="serif text-section">
        {t('What reaches them')}
      </h2>
      <dl className="grid gap-px overflow-hidden rounded-panel border border-line bg-line">
        <Figure title={t('Where they are now')}>{phaseWord(phase)}</Figure>
        <Figure title={t('In the room')}>{count}</Figure>
        <Figure title={t('The last part that arrived')}>
          {hasArrived
            ? t('{size, number} KB, {rate, number} kbit/s', {
                size: Math.round(bytes / 1_000),
                rate: Math.round(bitsPerSecond / 1_000),
              })
            : none}
        </Figure>
        <Figure title={t('Time to spare')}>
          {reserveMs === null
            ? none
            : t('{seconds, number} s', { seconds: Math.round(reserveMs / 100) / 10 })}
        </Figure>
        <Figure title={t('Lost on the way')}>
          {lostAtMs === null
            ? t('Nothing')
            : t('{seconds, number} s, the last at {time}', {
                seconds: Math.round(lostMs / 1_000),
                time: formatTimeInSentence(lostAtMs, displayZone()),
              })}
        </Figure>
      </dl>
    </section>
  )
}

function Figure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 bg-surface px-4 py-2.5">
      <dt className="text-small text-ink-2">{title}</dt>
      <dd className="font-strong tabular-nums">{children}</dd>
    </div>
  )
}
