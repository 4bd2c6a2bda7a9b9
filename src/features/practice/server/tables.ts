// Member data of practice: batches, what each brought, and the choice.
import * as z from 'zod/mini'
import { moodTypes } from '#features/energy/contract.ts'
import { memberTable } from '#server/member-table.ts'
import { daySchema } from '#shared/day-schema.ts'
import { timestampSchema } from '#shared/timestamp-schema.ts'
import { practiceChoicesSchema } from '../contract.ts'
import { practiceSources } from '../sources.ts'

const batch = { id: z.int(), batchId: z.int() }

export const practiceTables = [
  memberTable('practice_sits', {
    owner: 'userId',
    export: {
      at: 'practice.sits',
      row: z.object({
        ...batch,
        day: daySchema,
        startedAt: z.nullable(timestampSchema),
        seconds: z.int(),
        title: z.nullable(z.string()),
        comment: z.nullable(z.string()),
      }),
      order: { newest: 'id' },
    },
  }),
  memberTable('practice_entries', {
    owner: 'userId',
    export: {
      at: 'practice.entries',
      row: z.object({
        ...batch,
        day: daySchema,
        moodType: z.enum(moodTypes),
        emotionLevel: z.int(),
        comment: z.nullable(z.string()),
        createdAt: timestampSchema,
      }),
      order: { newest: 'id' },
    },
  }),
  memberTable('practice_batches', {
    owner: 'userId',
    export: {
      at: 'practice.batches',
      row: z.object({
        id: z.int(),
        source: z.enum(practiceSources),
        label: z.nullable(z.string()),
        createdAt: timestampSchema,
      }),
      order: { newest: 'id' },
    },
  }),
  memberTable('practice_choices', {
    owner: 'userId',
    export: { at: 'practice.choices', row: practiceChoicesSchema, order: { none: { inRhythm: false } } },
  }),
]
