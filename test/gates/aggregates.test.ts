// Gate: no response and no event tells of so few members that a number of all of them tells something about one.
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { serverMessages } from '#app/live-messages.ts'
import { reflectionPairsMinLeast, whatHelpsPairsMin } from '#shared/constants.ts'
import { calls, methodAndPath } from './all-calls.ts'

/** The objects in a schema that have a change of energy as a number, with where they stand. */
function aggregatesIn(schema: z.core.$ZodType, at: string): [string, z.core.$ZodObject][] {
  if (schema instanceof z.core.$ZodArray) return aggregatesIn(schema._zod.def.element, `${at}[]`)
  if (schema instanceof z.core.$ZodUnion)
    return schema._zod.def.options.flatMap((option) => aggregatesIn(option, at))
  if (schema instanceof z.core.$ZodNullable || schema instanceof z.core.$ZodOptional)
    return aggregatesIn(schema._zod.def.innerType, at)
  if (!(schema instanceof z.core.$ZodObject)) return []
  const { shape } = schema._zod.def
  const within = Object.entries(shape).flatMap(([key, field]) => aggregatesIn(field, `${at}.${key}`))
  return 'changeTenths' in shape ? [[at, schema], ...within] : within
}

const aggregates = [
  ...calls.flatMap((call) => aggregatesIn(call.response, methodAndPath(call))),
  ...Object.entries(serverMessages).flatMap(([type, { schema }]) => aggregatesIn(schema, `event ${type}`)),
]

/** Each with the field that counts its pairs, and how many it has at least. */
const minimums: Record<string, [field: string, min: number]> = {
  'event room-reflection.reflection': ['pairs', reflectionPairsMinLeast],
  'GET /api/held-sittings/past[].reflection': ['pairs', reflectionPairsMinLeast],
  'GET /api/admin/what-helps.templates[]': ['pairs', whatHelpsPairsMin],
  'GET /api/admin/what-helps.teachers[]': ['pairs', whatHelpsPairsMin],
  'GET /api/admin/what-helps.hours[]': ['pairs', whatHelpsPairsMin],
  'GET /api/admin/what-helps.weekdays[]': ['pairs', whatHelpsPairsMin],
}

test('[PULSE-06] [PULSE-11] each number of several members has a minimum, and there are no others', () => {
  expect(aggregates.map(([at]) => at).toSorted()).toEqual(Object.keys(minimums).toSorted())
})

test.each(aggregates)('[PULSE-06] [PULSE-11] %s of fewer members can’t be a response', (at, schema) => {
  const [field = '', min = 0] = minimums[at] ?? []
  const counts = schema._zod.def.shape[field]
  expect(counts && z.safeParse(counts, min).success).toBe(true)
  expect(counts && z.safeParse(counts, min - 1).success).toBe(false)
})
