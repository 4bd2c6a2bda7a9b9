// A teacher who speaks now, without a desk. Sends the short stream of e2e/meditation/stream again and again, as long as a
// member's page may see it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Rendition } from '#features/streams/contract.ts'
import type { TestApp } from '#test/app.ts'
import type { TestUser } from '#test/people/people.ts'
import { deskId, putInit, putSegment } from '#test/streams/live-sitting.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, '../meditation/stream', name))

export const segmentMs = 2_000
const files = 3
/** Of the picture, and of the sound: units of their tracks in six seconds. */
const unitsPerRound = [61_440, 132_300]

/** The first bytes of the short stream. */
export const initOf = () => file('calm-init.mp4')

/** The segment of a number: its tracks go on where the one before ends. */
export function segmentOf(seq: number): Uint8Array {
  const bytes = file(`calm-${seq % files}.m4s`)
  const round = Math.floor(seq / files)
  let at = 0
  for (const units of unitsPerRound) {
    // A box of its length and name, a version, and then the time.
    at = bytes.indexOf('tfdt', at) + 4
    const isLong = bytes[at] === 1
    const timeAt = at + 4
    if (isLong) bytes.writeBigUInt64BE(bytes.readBigUInt64BE(timeAt) + BigInt(units * round), timeAt)
    else bytes.writeUInt32BE(bytes.readUInt32BE(timeAt) + units * round, timeAt)
  }
  return bytes
}

export interface LiveTeacher {
  /** The line drops: segments wait, and are sent once it is back. */
  loseLine: () => void
  findLine: () => void
  /** Segments from now on are never sent. */
  fallSilent: () => void
  /** Closes the desk. */
  leave: () => Promise<void>
}

interface TeacherOptions {
  as: TestUser
  sittingId: number
  renditions?: readonly Rendition[]
  /** How far the group is behind; the server measures it unless it is known. */
  leadMs?: number
  /** How far the clock of the encoder is ahead, in milliseconds. */
  aheadMs?: () => number
  /** For so long the teacher has spoken: what was recorded meanwhile is sent at once. */
  spokenMs?: number
}

/** Speaks from now on, unless said otherwise. */
export async function startTeacher(
  app: TestApp,
  { as, sittingId, renditions = ['picture'], leadMs, aheadMs = () => 0, spokenMs = 0 }: TeacherOptions,
): Promise<LiveTeacher> {
  const part = { as, sittingId, desk: deskId }
  for (const rendition of renditions) await putInit(app, { ...part, rendition, bytes: initOf() })
  if (leadMs !== undefined)
    await app.database.query
      .updateTable('streams')
      .set({ leadMs, leadAtMs: app.clock.now() })
      .where('sittingId', '=', sittingId)
      .execute()
  const fromMs = app.clock.now() - spokenMs
  const waiting: { seq: number; startsAtMs: number }[] = []
  let recorded = 0
  let sent = 0
  let state: 'speaks' | 'without-line' | 'silent' = 'speaks'
  let sending: Promise<void> = Promise.resolve()
  const send = async () => {
    while (state !== 'without-line') {
      const next = waiting.shift()
      if (!next) return
      const { startsAtMs } = next
      for (const rendition of renditions)
        await putSegment(app, { ...part, rendition, seq: sent, startsAtMs, bytes: segmentOf(next.seq) })
      sent += 1
    }
  }
  const timer = setInterval(() => {
    while (fromMs + (recorded + 1) * segmentMs <= app.clock.now()) {
      if (state !== 'silent')
        waiting.push({ seq: recorded, startsAtMs: fromMs + recorded * segmentMs + aheadMs() })
      recorded += 1
    }
    sending = sending.then(send)
  }, 50)
  return {
    loseLine: () => {
      state = 'without-line'
    },
    findLine: () => {
      state = 'speaks'
    },
    fallSilent: () => {
      state = 'silent'
    },
    leave: async () => {
      clearInterval(timer)
      await sending
    },
  }
}
