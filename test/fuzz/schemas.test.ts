// Fuzz of every schema for external input. Valid input is accepted and unchanged by a second parse; any other input
// is rejected without an exception.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientMessages, serverMessages } from '#app/live-messages.ts'
import { isStorable } from '#shared/text.ts'
import { calls, methodAndPath } from '#test/gates/all-calls.ts'
import { arbitraryOf } from './from-schema.ts'
import { damaged } from './hostile.ts'
import { tryProperty } from './property.ts'

/** These ignore unknown fields: leave-session may name a user, and Google adds parameters of its own. */
const takesMore = new Set([
  'message leave-session',
  'query of GET /api/identity/callback/google',
  'body of POST /api/stream/publish',
])

type Named = readonly [name: string, schema: z.core.$ZodType]

const named = (
  part: string,
  schemaOf: (call: (typeof calls)[number]) => z.core.$ZodType | undefined,
): Named[] =>
  calls.flatMap((call) => {
    const schema = schemaOf(call)
    return schema ? [[`${part} of ${methodAndPath(call)}`, schema] as const] : []
  })
const bodies = [
  // Files aren't JSON; the picture fuzz covers them.
  ...named('body', ({ body, fileTypes }) => (fileTypes ? undefined : body)),
  ...Object.entries(clientMessages).map(([type, { schema }]): Named => [`message ${type}`, schema]),
]
const queries = named('query', ({ query }) => query)
const addresses = [...named('parameters', ({ params }) => params), ...queries]
const responses: Named[] = [
  ...named('response', ({ response }) => response),
  ['messages of the server', z.union(Object.values(serverMessages).map(({ schema }) => schema))],
]

/**
 * Compared, hashed, looked up or parsed once more before anything of it is stored. `templates` are the rows of an
 * import, each of which is parsed as a template.
 */
const neverStored = new Set(
  'password newPassword currentPassword firebaseUid profilePicture imageData idToken sessionDate ipAddress state code error templates'.split(
    ' ',
  ),
)

/** Faults of a parsed value: all objects must be plain, and every text that is stored must be storable. */
function unsafeValuesIn(value: unknown, name = ''): unknown[] {
  if (neverStored.has(name)) return []
  if (typeof value === 'string') return isStorable(value) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === Array.prototype
  return [
    ...(isPlain ? [] : [value]),
    ...Object.entries(value).flatMap(([key, part]) => unsafeValuesIn(part, key)),
  ]
}

describe('valid values', () => {
  test.each(bodies)('%s is accepted, and parsing it again changes nothing', (name, schema) => {
    tryProperty(name, 150, arbitraryOf(schema), (value) => {
      const read = z.parse(schema, JSON.parse(JSON.stringify(value)))
      expect(z.parse(schema, read)).toEqual(read)
      expect(unsafeValuesIn(read)).toEqual([])
    })
  })

  test.each(addresses)('%s are accepted', (name, schema) => {
    tryProperty(name, 100, arbitraryOf(schema), (value) => {
      expect(z.safeParse(schema, value).success).toBe(true)
      expect(unsafeValuesIn(z.parse(schema, value))).toEqual([])
    })
  })

  test.each(responses)('%s survives a JSON round trip', (name, schema) => {
    tryProperty(name, 100, arbitraryOf(schema), (value) => {
      const read = z.parse(schema, JSON.parse(JSON.stringify(value)))
      expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(z.parse(schema, value))))
    })
  })
})

describe('invalid values', () => {
  test.each([...bodies, ...addresses])('%s with a defect is rejected or harmless', (name, schema) => {
    tryProperty(`${name}, damaged`, 900, damaged(arbitraryOf(schema)), (value) => {
      expect(unsafeValuesIn(z.safeParse(schema, value).data)).toEqual([])
    })
  })

  // An undeclared path parameter can't be sent: the path has no place for it.
  const strict = [...bodies, ...queries].filter(([name]) => !takesMore.has(name))
  test.each(strict)('%s with an undeclared field is rejected', (name, schema) => {
    const more = fc.tuple(
      arbitraryOf(schema),
      fc.stringMatching(/^[a-z]{1,12}$/),
      fc.jsonValue({ maxDepth: 1 }),
    )
    tryProperty(`${name}, undeclared`, 30, more, ([value, key, extra]) => {
      const text = `undeclared-${key}`
      expect(z.safeParse(schema, { ...z.parse(z.looseObject({}), value), [text]: extra }).success).toBe(false)
    })
  })

  test.each(bodies)('%s that was corrected while parsing is stable when parsed again', (name, schema) => {
    tryProperty(`${name}, mended`, 300, damaged(arbitraryOf(schema)), (value) => {
      const result = z.safeParse(schema, value)
      if (!result.success) return
      expect(z.parse(schema, result.data)).toEqual(result.data)
    })
  })
})
