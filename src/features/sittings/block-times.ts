// Blocks of a silence by the clock: how long they last, and which one is on.
import type { Block } from './silence.ts'

/** The sum of the blocks, in seconds. */
export function silenceSeconds(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { minutes }) => sum + minutes * 60, 0)
}

export function isSameSilence(a: readonly Block[], b: readonly Block[]): boolean {
  const isSame = (block: Block, other: Block | undefined) =>
    block.kind === other?.kind && block.minutes === other.minutes && block.strokes === other.strokes
  return a.length === b.length && a.every((block, index) => isSame(block, b[index]))
}

/** A block with its times, in seconds after the beginning of the first one. */
export interface TimedBlock extends Block {
  startsAt: number
  endsAt: number
}

export function timedBlocks(blocks: readonly Block[]): readonly TimedBlock[] {
  let startsAt = 0
  return blocks.map((block) => {
    const timed = { ...block, startsAt, endsAt: startsAt + block.minutes * 60 }
    startsAt = timed.endsAt
    return timed
  })
}

/** The block of a moment, in seconds after the beginning of the first one; null before it and after the last. */
export function blockAt(blocks: readonly Block[], second: number): (TimedBlock & { index: number }) | null {
  const timed = timedBlocks(blocks)
  const index = timed.findIndex(({ startsAt, endsAt }) => second >= startsAt && second < endsAt)
  const block = timed[index]
  return block ? { ...block, index } : null
}
