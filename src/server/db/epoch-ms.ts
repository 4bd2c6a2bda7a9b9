// Moments as numbers, for thousands of rows: text would be parsed one by one.
import { sql, type RawBuilder } from 'kysely'

/** The epoch milliseconds of a column of timestamps; null where it is. */
export function epochMs<Nullable extends null = never>(column: string): RawBuilder<number | Nullable> {
  return sql<number | Nullable>`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`
}
