// A silence: blocks of sitting, walking and standing, with strokes of the bell at the changes between them (SEQ-01).
import * as z from 'zod/mini'
import { t } from '#shared/i18n/t.ts'
import { wholeNumberSchema } from '#shared/whole-number.ts'

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

export const blocksMax = 12
export const blockMinutesMax = 90
export const silenceMinutesMax = 180

const strokesOfSchema = z.union([z.literal(0), z.literal(1), z.literal(2)], {
  error: () => t('A change has no stroke, one or two.'),
})

/** Blocks as they are stored and sent. */
export const storedBlocksSchema = z.array(
  z.object({
    kind: z.enum(blockKinds),
    minutes: z.int(),
    strokes: z.optional(strokesOfSchema),
  }),
)

/** Blocks as an administrator gives them; a change into a block without `strokes` gets one. */
export const blocksSchema = z.pipe(
  z
    .array(
      z.strictObject({
        kind: z.enum(blockKinds, { error: () => t('Choose sitting, walking or standing.') }),
        minutes: wholeNumberSchema([1, blockMinutesMax], (bounds) =>
          t('A block lasts a whole number of minutes, {min} to {max}.', bounds),
        ),
        strokes: z.optional(strokesOfSchema),
      }),
      { error: () => t('A silence needs its blocks.') },
    )
    .check(
      z.minLength(1, { error: () => t('A silence has at least one block.') }),
      z.maxLength(blocksMax, { error: () => t('A silence has at most {max} blocks.', { max: blocksMax }) }),
      (ctx) => {
        const minutes = ctx.value.reduce((sum, block) => sum + block.minutes, 0)
        if (minutes > silenceMinutesMax)
          ctx.issues.push({
            code: 'custom',
            input: ctx.value,
            message: t('A silence lasts at most {max} minutes; this one lasts {minutes}.', {
              max: silenceMinutesMax,
              minutes,
            }),
          })
        if (ctx.value[0]?.strokes !== undefined)
          ctx.issues.push({
            code: 'custom',
            input: ctx.value,
            path: [0, 'strokes'],
            message: t('The sitting’s own bell begins the first block: it has no strokes.'),
          })
      },
    ),
  z.transform((blocks): Block[] =>
    blocks.map(({ kind, minutes, strokes = 1 }, index) =>
      index === 0 ? { kind, minutes } : { kind, minutes, strokes },
    ),
  ),
)

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
