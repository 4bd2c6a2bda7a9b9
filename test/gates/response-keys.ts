// The fields that each response and event may have, as paths such as 'messages[].user.name', read from the contracts.
import * as z from 'zod/mini'
import { serverMessages } from '#app/live-messages.ts'
import { calls, methodAndPath } from './all-calls.ts'
import { callRows, proofs } from './proofs.ts'

function keysOf(schema: z.core.$ZodType, at: string): string[] {
  if (schema instanceof z.core.$ZodObject) {
    return Object.entries(schema._zod.def.shape).flatMap(([key, field]) =>
      keysOf(field, at === '' ? key : `${at}.${key}`),
    )
  }
  if (schema instanceof z.core.$ZodArray) return keysOf(schema._zod.def.element, `${at}[]`)
  if (schema instanceof z.core.$ZodUnion)
    return schema._zod.def.options.flatMap((option) => keysOf(option, at))
  if (
    schema instanceof z.core.$ZodNullable ||
    schema instanceof z.core.$ZodOptional ||
    schema instanceof z.core.$ZodDefault
  ) {
    return keysOf(schema._zod.def.innerType, at)
  }
  if (schema instanceof z.core.$ZodPipe) return keysOf(schema._zod.def.in, at)
  if (schema instanceof z.core.$ZodRecord) return [`${at}.*`]
  return at === '' ? [] : [at]
}

const tidy = (keys: readonly string[]) => [...new Set(keys)].sort()

/** As the contracts declare them, by call and by event. */
export function responseKeys(): Record<string, string[]> {
  const ofCalls = calls.map((call) => [methodAndPath(call), tidy(keysOf(call.response, ''))] as const)
  const ofEvents = Object.entries(serverMessages).map(
    ([type, { schema }]) => [`event ${type}`, tidy(keysOf(schema, ''))] as const,
  )
  return Object.fromEntries([...ofCalls, ...ofEvents])
}

/** As the proofs list them; the data export has the parts of all features. */
export function handwrittenKeys(): Record<string, string[]> {
  const words = (text = '') => text.split(/\s+/).filter(Boolean)
  const exported = proofs.flatMap(({ proof }) => words(proof.memberData?.fields))
  const ofCalls = callRows
    .filter(({ call }, index) => callRows.findIndex((row) => row.call === call) === index)
    .map(({ call, fields }) => [call, words(fields)] as const)
  const ofEvents = proofs.flatMap(({ proof }) =>
    Object.entries(proof.events ?? {}).map(([type, fields]) => [`event ${type}`, words(fields)] as const),
  )
  return Object.fromEntries(
    [...ofCalls, ...ofEvents].map(([name, fields]) => [
      name,
      tidy([...fields, ...(name === 'GET /api/account/export' ? exported : [])]),
    ]),
  )
}
