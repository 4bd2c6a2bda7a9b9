// Sitting cover: shown over the stage before the video starts, in the silence, and to late joiners.
import { useEffect, useState, type ReactNode } from 'react'
import type { Sitting } from '#features/sittings/sitting.ts'
import type { Phase } from '#features/sittings/phases.ts'
import { formatTimeOfDay } from '#shared/day.ts'
import { displayZone } from '#web/local-zone.ts'
import { runOnTime } from '#web/run-on-time.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { formatVideoTime, lateSentence, seatedSentence, msToNextTick } from '../rules.ts'

/** Preparations for a seat that a browser may refuse. */
const refusedSentences = {
  sound: 'The bell stays silent here: your browser didn’t play or load it.',
  screen: 'Your screen may switch off: your browser doesn’t let this page keep it on.',
}

interface SittingCoverProps {
  sitting: Sitting
  phase: Phase
  title: string
  /** Members in the room, the reader among them. */
  count: number
  isSeated: boolean
  /** The preparations that the browser refused. */
  refused: readonly (keyof typeof refusedSentences)[]
  /** A hint about the content that the press loads; null for our own player. */
  seatHint: string | null
  onTakeSeat: () => void
  /** Asks for the level on arrival. */
  arrival: ReactNode
}

/** On the darkened stage, without live regions. */
export function SittingCover(props: SittingCoverProps) {
  const { sitting, phase, title, isSeated } = props
  if (phase === 'doors' || phase === 'gather') return <Arrival {...props} />
  return (
    <>
      <p dir="auto" className="serif max-w-full text-[1.5rem] wrap-anywhere @xl:text-page">
        {title}
      </p>
      {isSeated || phase === 'bell' ? (
        <SeatedLine sitting={sitting} phase={phase} />
      ) : (
        <LateComer {...props} />
      )}
      {phase === 'bell' && !isSeated && (
        <SeatButton hint={props.seatHint} onPress={props.onTakeSeat}>
          Take your seat
        </SeatButton>
      )}
    </>
  )
}

/** The time to the bell, who is here, the title, and the seat. */
function Arrival(props: SittingCoverProps) {
  const { sitting, title, count, isSeated, refused, seatHint, onTakeSeat, arrival } = props
  return (
    <>
      <p dir="auto" className="max-w-full text-[0.95rem] wrap-anywhere">
        {title}
      </p>
      <div className="contents items-center gap-6 shallow:flex">
        <TimeTo at={sitting.startsAt} label="The bell rings in" />
        <div className="contents flex-col items-center gap-1 shallow:flex">
          <p className="text-[0.95rem] text-balance tabular-nums">{seatedSentence(count)}</p>
          {isSeated ? (
            <p className="rounded-pill bg-veil px-4 py-1 text-small text-balance">
              You have a seat. The video starts by itself.
            </p>
          ) : (
            <SeatButton hint={seatHint} onPress={onTakeSeat}>
              Take your seat
            </SeatButton>
          )}
        </div>
      </div>
      {isSeated &&
        refused.map((what) => (
          <p key={what} className="text-small text-balance">
            {refusedSentences[what]}
          </p>
        ))}
      {arrival}
    </>
  )
}

function SeatedLine({ sitting, phase }: Pick<SittingCoverProps, 'sitting' | 'phase'>) {
  return (
    <p className="text-[0.95rem]">
      {phase === 'bell'
        ? 'The bell'
        : `In silence until ${formatTimeOfDay(sitting.sharingAt, displayZone())}`}
    </p>
  )
}

/** Below this there is nothing left to join (PHASE-14). */
const lateLeftMs = 60_000

function LateComer({ sitting, count, seatHint, onTakeSeat }: SittingCoverProps) {
  const leftMs = useTimeLeft(sitting.sharingAt)
  if (leftMs <= lateLeftMs) return <TimeTo at={sitting.sharingAt} label="The sharing opens in" />
  return (
    <>
      <p className="max-w-[44ch] text-[0.95rem] text-balance">
        {lateSentence(count, formatTimeOfDay(sitting.sharingAt, displayZone()))}
      </p>
      <SeatButton hint={seatHint} onPress={onTakeSeat}>
        Join the group
      </SeatButton>
    </>
  )
}

interface SeatButtonProps {
  hint: string | null
  onPress: () => void
  children: ReactNode
}

function SeatButton({ hint, onPress, children }: SeatButtonProps) {
  return (
    <>
      <Button
        variant="primary"
        onClick={(event) => {
          // The button unmounts: the focus moves to the player.
          event.currentTarget.closest('section')?.focus()
          onPress()
        }}
      >
        {children}
      </Button>
      {hint !== null && <p className="text-small">{hint}</p>}
    </>
  )
}

/** Only its digits change; a screen reader reads it on demand. */
function TimeTo({ at, label }: { at: number; label: string }) {
  const leftMs = useTimeLeft(at)
  return (
    <p role="timer" aria-live="off" className="tabular-nums">
      <span className="block text-small whitespace-nowrap">{label} </span>
      <b translate="no" className="text-clock/none font-medium tracking-[-0.01em]">
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
