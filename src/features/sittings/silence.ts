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
