// A silence: blocks of sitting, walking and standing, with strokes of the bell at the changes between them (SEQ-01).
import * as z from 'zod/mini'

export const blockKinds = ['sit', 'walk', 'stand'] as const
export type BlockKind = (typeof blockKinds)[number]

/** Of the bell, at the change into a block. */
export type Strokes = 0 | 1 | 2

export interface Block {
  kind: BlockKind
  minutes: number
  /** Absent in the first block: the sitting's own bell begins it. */
  strokes?: Strokes | undefined
}

/** Blocks as they are stored and sent. */
export const storedBlocksSchema = z.array(
  z.object({
    kind: z.enum(blockKinds),
    minutes: z.int(),
    strokes: z.optional(z.union([z.literal(0), z.literal(1), z.literal(2)])),
  }),
)

/** The sum of the blocks, in seconds. */
export function silenceSeconds(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { minutes }) => sum + minutes * 60, 0)
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
