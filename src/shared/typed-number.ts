// A number of a form's draft.
import * as z from 'zod/mini'

/** A number that is being typed is NaN, which JSON writes as null. */
export const typedNumberSchema = z.pipe(
  z.nullable(z.number()),
  z.transform((value) => value ?? Number.NaN),
)
