// The number of a row, as it stands in an address.
import * as z from 'zod/mini'

const largest = 2_147_483_647

/** A row's id in a path: a whole number from 1 on, without sign, spaces or exponent. */
export const idInPathSchema = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, { error: 'That is not an id.' })),
  z.pipe(z.transform(Number), z.int().check(z.maximum(largest, { error: 'That is not an id.' }))),
)
