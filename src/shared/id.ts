// The row id in paths and bodies.
import * as z from 'zod/mini'

const largest = 2_147_483_647

/** A row's id in a path: a whole number from 1, without sign, spaces or exponent. */
export const idInPathSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, { error: 'This isn’t a valid id.' })),
  z.pipe(z.transform(Number), z.int().check(z.maximum(largest, { error: 'This isn’t a valid id.' }))),
)

/** A row's id in a body; `name` starts the error message, such as 'A member'. */
export function idInBodySchema(name: string) {
  const error = `${name} is identified by a whole number.`
  return z.int({ error }).check(z.minimum(1, { error }), z.maximum(largest, { error }))
}
