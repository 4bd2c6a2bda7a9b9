// The fields that each response and event may have, as paths such as 'messages[].user.name', read from the contracts.
import * as z from 'zod/mini'
import { serverMessages } from '#app/live-messages.ts'
import { calls, methodAndPath } from './all-calls.ts'
import { readTables } from './tables.ts'

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
  if (schema instanceof z.core.$ZodPipe) return keysOf(schema._zod.def.out, at)
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

const isCall = (name: string) => name.includes(' /')

/** As the handwritten tables list them; a feature's part of the data export is beside its own calls, under 'export'. */
export function handwrittenKeys(): Record<string, string[]> {
  const tables = readTables('response-keys.json', z.record(z.string(), z.string()), (table) =>
    Object.keys(table).filter(isCall),
  )
  const words = (text: string) => text.split(' ').filter(Boolean)
  const all = tables.flatMap((table) => Object.entries(table))
  const exported = all.flatMap(([name, text]) => (name === 'export' ? words(text) : []))
  const others = all.filter(([name]) => name !== 'export')
  return Object.fromEntries(
    others.map(([name, text]) => {
      const parts = name === 'GET /api/account/export' ? exported : []
      return [name, tidy([...words(text), ...parts])]
    }),
  )
}
