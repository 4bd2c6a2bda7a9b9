// Blocks of a silence as an administrator gives them: their bounds, and an error for each field (SEQ-01).
import * as z from 'zod/mini'
import { t } from '#shared/i18n/t.ts'
import { wholeNumberSchema } from '#shared/whole-number.ts'
import { blockKinds, type Block } from './silence.ts'

export const blocksMax = 12
export const blockMinutesMax = 90
const silenceMinutesMax = 180

const strokesSchema = z.union([z.literal(0), z.literal(1), z.literal(2)], {
  error: () => t('A change has no stroke, one or two.'),
})

/** A change into a block without `strokes` gets one. */
export const blocksSchema = z.pipe(
  z
    .array(
      z.strictObject({
        kind: z.enum(blockKinds, { error: () => t('Choose sitting, walking or standing.') }),
        minutes: wholeNumberSchema([1, blockMinutesMax], (bounds) =>
          t('A block lasts a whole number of minutes, {min} to {max}.', bounds),
        ),
        strokes: z.optional(strokesSchema),
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
