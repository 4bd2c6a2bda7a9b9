// The frames that make a joining member whole: one read of the latest messages serves everybody who comes.
import type { ChatMessage } from '#features/chat/contract.ts'
import { frameOf } from './frame.ts'

export interface JoinSnapshot {
  /**
   * Calls `enter` with initial-messages and whatever the room was told while it was being read. `enter` runs in
   * the same instant in which those frames are complete, so a member who starts to listen there misses nothing.
   */
  read(enter: (frames: readonly Buffer[]) => void, failed: (error: unknown) => void): void
  /** The room is told something: what was read before is out of date. */
  note(frame: Buffer): void
  /** What was read before is out of date, and the room will be told why. */
  outdate(): void
  /** Whether somebody waits for a reading. */
  isAwaited(): boolean
}

interface SnapshotRead {
  /** Its number, from 1 on. */
  turn: number
  waiting: { enter(frames: readonly Buffer[]): void; failed(error: unknown): void }[]
  since: Buffer[]
}

interface JoinSnapshotOptions {
  /** Reads the latest messages, oldest first. */
  load(): Promise<ChatMessage[]>
  /** Those who waited for a reading come in with these messages. */
  opened(turn: number, messages: readonly ChatMessage[]): void
}

/** Nothing is read yet. */
export function createJoinSnapshot({ load, opened }: JoinSnapshotOptions): JoinSnapshot {
  let turns = 0
  /** Initial-messages as long as it is up to date. */
  let fresh: Buffer | null = null
  /** The reading that newcomers may still join: nothing was told since it began. */
  let joinable: SnapshotRead | null = null
  const readings = new Set<SnapshotRead>()

  const finish = (reading: SnapshotRead) => {
    readings.delete(reading)
    if (joinable === reading) joinable = null
  }
  const outdate = () => {
    fresh = null
    joinable = null
  }
  const begin = (): SnapshotRead => {
    turns += 1
    const reading: SnapshotRead = { turn: turns, waiting: [], since: [] }
    readings.add(reading)
    load().then(
      (messages) => {
        const frame = frameOf({ type: 'initial-messages', messages })
        if (joinable === reading) fresh = frame
        finish(reading)
        opened(reading.turn, messages)
        for (const { enter } of reading.waiting) enter([frame, ...reading.since])
      },
      (error: unknown) => {
        finish(reading)
        for (const { failed } of reading.waiting) failed(error)
      },
    )
    return reading
  }

  return {
    read: (enter, failed) => {
      if (fresh) {
        enter([fresh])
        return
      }
      joinable ??= begin()
      joinable.waiting.push({ enter, failed })
    },
    note: (frame) => {
      outdate()
      for (const reading of readings) reading.since.push(frame)
    },
    outdate,
    isAwaited: () => readings.size > 0,
  }
}
