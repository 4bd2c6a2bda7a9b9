// Member tables: what a table stores about a member, said once. The export and the erasure read it.
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Executor } from './db/database.ts'
import type { Tables } from './db/tables.ts'
import type { MemberData } from './member-data.ts'

type ColumnOf<Name extends keyof Tables> = keyof Tables[Name] & string

interface Declared<Name extends keyof Tables, Row extends object> {
  /** The member whose row it is: their erasure deletes it. */
  readonly owner?: ColumnOf<Name>
  /** Columns with a member's id that an erasure sets to null: the row stays. */
  readonly clear?: readonly ColumnOf<Name>[]
  readonly export?: ExportedTable<Name, Row>
}

interface ExportedTable<Name extends keyof Tables, Row extends object> {
  /** Where it is in the file: `thanks.sittings` is the list `sittings` of the part `thanks`. */
  readonly at: `${string}.${string}`
  /** Its fields are the columns of the same name. */
  readonly row: z.ZodMiniObject & { _zod: { output: Row } }
  /** Fields that aren't a column of the same name. */
  readonly from?: Partial<Record<keyof Row & string, RawBuilder<unknown>>>
  /** A list has its newest rows first; a single row is what it is, or `none`, which may be null. */
  readonly order: { readonly newest: ColumnOf<Name> } | { readonly none: Row | null }
}

/** Only the table of an owner can be exported. */
export function memberTable<Name extends keyof Tables, Row extends object>(
  table: Name,
  { owner, clear = [], export: exported }: Declared<Name, Row>,
): MemberData {
  const name = sql.table(table)
  const erase = async (tx: Executor, userId: number) => {
    if (owner !== undefined) await sql`delete from ${name} where ${sql.ref(owner)} = ${userId}`.execute(tx)
    for (const column of clear.map((each) => sql.ref(each)))
      await sql`update ${name} set ${column} = null where ${column} = ${userId}`.execute(tx)
  }
  return exported && owner !== undefined ? { erase, exported: partOf(name, owner, exported) } : { erase }
}

function partOf<Name extends keyof Tables, Row extends object>(
  table: RawBuilder<unknown>,
  owner: ColumnOf<Name>,
  { at, row, from = {}, order }: ExportedTable<Name, Row>,
): NonNullable<MemberData['exported']> {
  const [part = '', key = ''] = at.split('.')
  const sources = new Map(Object.entries<RawBuilder<unknown> | undefined>(from))
  const fields = Object.keys(row._zod.def.shape).map(
    (field) => sql`${sources.get(field) ?? sql.ref(field)} as ${sql.ref(field)}`,
  )
  const newest = 'newest' in order ? order.newest : null
  const single = 'none' in order && order.none === null ? z.nullable(row) : row
  return {
    name: part,
    schema: z.object({ [key]: newest === null ? single : z.array(row) }),
    read: async (tx, { id }, rowsMax) => {
      const { rows } = await sql<object>`
        select ${sql.join(fields)} from ${table} where ${sql.ref(owner)} = ${id}
        ${newest === null ? sql`` : sql`order by ${sql.ref(newest)} desc limit ${rowsMax}`}`.execute(tx)
      return { [key]: 'none' in order ? (rows[0] ?? order.none) : rows }
    },
  }
}
