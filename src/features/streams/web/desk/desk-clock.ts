// A desk's clock: it runs ahead by the lead, so that the teacher acts when the group needs it (STREAM-07). Pure.
import { phaseAt, type Phase } from '#features/sittings/phases.ts'
import type { Stream } from '../../contract.ts'

/** What the teacher does next. `over`: nothing more. */
export type Cue = 'speak' | 'ring' | 'finish' | 'ring-again' | 'say-goodbye' | 'over'

export interface DeskMoment {
  cue: Cue
  /** Milliseconds until then, by the teacher's own time; 0 when it is over. */
  inMs: number
  /** The phase in which the group hears what is said now. */
  phase: Phase
}

type ClockInput = Pick<Stream, 'sitting' | 'bellBy' | 'inSharing' | 'leadMs'>

/** What the teacher does next, at a moment of the room clock. */
export function deskMomentAt({ sitting, bellBy, inSharing, leadMs }: ClockInput, nowMs: number): DeskMoment {
  const heardAtMs = nowMs + leadMs
  const { startsAt, videoAt, sharingAt, endsAt, cancelled } = sitting
  const rings = bellBy === 'teacher'
  const cues: [Cue, number][] = [
    rings ? ['ring', startsAt] : ['speak', videoAt],
    [rings ? 'ring-again' : 'finish', sharingAt],
    ...(inSharing ? [['say-goodbye', endsAt] satisfies [Cue, number]] : []),
  ]
  const phase = phaseAt(sitting, heardAtMs)
  const next = cancelled ? undefined : cues.find(([, atMs]) => atMs > heardAtMs)
  return next ? { cue: next[0], inMs: next[1] - heardAtMs, phase } : { cue: 'over', inMs: 0, phase }
}

/** Milliseconds until its seconds change. */
export function msToNextSecond({ inMs }: Pick<DeskMoment, 'inMs'>): number {
  return inMs % 1_000 || 1_000
}

/** Where the sound of a desk is. */
export type Hearing =
  /** The server has the last segments, and the doors are open. */
  | { kind: 'heard' }
  /** The server has them; who sits gets them from the doors on. */
  | { kind: 'stored'; doorsAtMs: number }
  /** The server hasn't got the first, or the last, ones. */
  | { kind: 'waiting'; waitingMs: number }

interface HearingInput {
  sitting: Stream['sitting']
  /** When the server took the last segment, by the room clock; null before the first. */
  storedAtMs: number | null
  waitingMs: number
}

/** A segment each 2 s; so long without one means that the line is slow or away. */
const silentAfterMs = 6_000

/** 'They hear you' is said only of what the server has (STREAM-07). */
export function hearingAt({ sitting, storedAtMs, waitingMs }: HearingInput, nowMs: number): Hearing {
  if (storedAtMs === null || nowMs - storedAtMs > silentAfterMs) return { kind: 'waiting', waitingMs }
  return nowMs < sitting.doorsAt ? { kind: 'stored', doorsAtMs: sitting.doorsAt } : { kind: 'heard' }
}
