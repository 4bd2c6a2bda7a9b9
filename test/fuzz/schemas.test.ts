// Fuzz of every schema that something from outside is read with: what fits is taken and stays as it was read, and whatever
// else comes ends in a plain no.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { clientMessages, serverMessageSchema } from '#features/live/contract.ts'
import { isStorable } from '#shared/text.ts'
import { calls, methodAndPath } from '#test/gates/all-calls.ts'
import { arbitraryOf } from './from-schema.ts'
import { damaged } from './hostile.ts'
import { tryProperty } from './property.ts'

/** Whom a leaving names besides is ignored, and Google sends along what it likes; nothing of it is read. */
const takesMore = new Set(['message leave-session', 'query of GET /api/identity/callback/google'])

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
  // Files are no JSON; they are fuzzed as pictures.
  ...named('body', ({ body, fileTypes }) => (fileTypes ? undefined : body)),
  ...Object.entries(clientMessages).map(([type, { schema }]): Named => [`message ${type}`, schema]),
]
const queries = named('query', ({ query }) => query)
const addresses = [...named('parameters', ({ params }) => params), ...queries]
const answers: Named[] = [
  ...named('answer', ({ answer }) => answer),
  ['messages of the server', serverMessageSchema],
]

/**
 * Compared, hashed, looked up or read once more before anything of it is stored: `templates` are the rows of an import,
 * each of which is read as a template is.
 */
const neverStored = new Set(
  'password newPassword currentPassword firebaseUid profilePicture imageData idToken sessionDate ipAddress state code error templates'.split(
    ' ',
  ),
)

/** What of a value is not as it should be: it is plain through and through, and every text that is kept can be stored. */
function faultsIn(value: unknown, name = ''): unknown[] {
  if (neverStored.has(name)) return []
  if (typeof value === 'string') return isStorable(value) ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  const prototype: unknown = Object.getPrototypeOf(value)
  const isPlain = prototype === Object.prototype || prototype === Array.prototype
  return [...(isPlain ? [] : [value]), ...Object.entries(value).flatMap(([key, part]) => faultsIn(part, key))]
}

describe('what fits', () => {
  test.each(bodies)('%s is taken, and reading it once more changes nothing', (name, schema) => {
    tryProperty(name, 150, arbitraryOf(schema), (value) => {
      const read = z.parse(schema, JSON.parse(JSON.stringify(value)))
      expect(z.parse(schema, read)).toEqual(read)
      expect(faultsIn(read)).toEqual([])
    })
  })

  test.each(addresses)('%s are taken', (name, schema) => {
    tryProperty(name, 100, arbitraryOf(schema), (value) => {
      expect(z.safeParse(schema, value).success).toBe(true)
      expect(faultsIn(z.parse(schema, value))).toEqual([])
    })
  })

  test.each(answers)('%s comes through JSON as it was', (name, schema) => {
    tryProperty(name, 100, arbitraryOf(schema), (value) => {
      const read = z.parse(schema, value)
      expect(z.parse(schema, JSON.parse(JSON.stringify(read)))).toEqual(JSON.parse(JSON.stringify(read)))
    })
  })
})

describe('what does not fit', () => {
  test.each([...bodies, ...addresses])(
    '%s with something wrong in it is refused, or is harmless',
    (name, schema) => {
      tryProperty(`${name}, damaged`, 900, damaged(arbitraryOf(schema)), (value) => {
        expect(faultsIn(z.safeParse(schema, value).data)).toEqual([])
      })
    },
  )

  // A parameter that isn't declared can't be sent: the path has no place for it.
  const strict = [...bodies, ...queries].filter(([name]) => !takesMore.has(name))
  test.each(strict)('%s with one field more than is declared is refused', (name, schema) => {
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

  test.each(bodies)('%s that was mended while it was read stays as it is', (name, schema) => {
    tryProperty(`${name}, mended`, 300, damaged(arbitraryOf(schema)), (value) => {
      const result = z.safeParse(schema, value)
      if (!result.success) return
      expect(z.parse(schema, result.data)).toEqual(result.data)
    })
  })
})
