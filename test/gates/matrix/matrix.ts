// The matrix: who may make which call, how often, and how the live channel responds to messages. It is written by hand
// from the permission table; neither the server nor a contract reads it.
import * as z from 'zod/mini'
import { importOfFeatures } from '#test/feature-facts.ts'
import { readTables } from '../tables.ts'
import type { MatrixRecipes } from './recipes.ts'

/** The kinds of callers. */
export const columns = [
  'A', // anonymous
  'U', // signed in, without a user row
  'I', // a member with an incomplete profile
  'M', // a member, on their own resource
  'O', // a member, on another member's
  'G', // a garden angel
  'X', // an administrator
  'B', // a banned member
] as const
export type Column = (typeof columns)[number]

const cellsOf = <Cell>(cell: Cell) =>
  Object.fromEntries(columns.map((column) => [column, cell])) as Record<Column, Cell>

const tableSchema = z.strictObject({
  /** A cell is a status, with the code of its error; null where the column has no meaning. A plain row has no `when`. */
  calls: z._default(
    z.array(
      z.strictObject({
        call: z.string(),
        when: z._default(z.string(), ''),
        ...cellsOf(z.nullable(z.string())),
      }),
    ),
    [],
  ),
  /** A cell is what the client receives; columns without a meaning are left out. */
  messages: z._default(
    z.array(z.strictObject({ message: z.string(), ...cellsOf(z.optional(z.string())) })),
    [],
  ),
  /** Addresses that respond to every caller alike, and are no calls. */
  addresses: z._default(z.array(z.strictObject({ call: z.string(), responses: z.string() })), []),
  limits: z._default(
    z.array(
      z.strictObject({
        call: z.string(),
        per: z.enum(['caller', 'address']),
        /** The only outcome that it counts; without, every call. */
        counts: z.optional(z.enum(['carried-out', 'refused'])),
        max: z.int(),
        /** Minutes in which the full budget refills. */
        within: z.int(),
        /** The most at once, where it is less than `max`. */
        burst: z.optional(z.int()),
        /** Not part of the declaration: the handler counts, so that rejected requests don't use up the budget. */
        byHandler: z._default(z.boolean(), false),
      }),
    ),
    [],
  ),
  /** Calls that logs and metrics leave out (T64). */
  silent: z._default(z.array(z.string()), []),
})

const tables = readTables('matrix.json', tableSchema, ({ calls, limits, silent }) => [
  ...[...calls, ...limits].map(({ call }) => call),
  ...silent,
])

/** The rows of all features and of the ground. */
export const matrix = {
  calls: tables.flatMap(({ calls }) => calls),
  messages: tables.flatMap(({ messages }) => messages),
  addresses: tables.flatMap(({ addresses }) => addresses),
  limits: tables.flatMap(({ limits }) => limits),
  silent: tables.flatMap(({ silent }) => silent),
}

export const recipesOfFeatures = await importOfFeatures<MatrixRecipes>('matrix-recipes.ts')
