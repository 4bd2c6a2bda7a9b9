// Column types of the tables for Kysely. Columns with a default or null may be missing in an insert.
import type { ColumnType } from 'kysely'

/** Read as an ISO timestamp, written as one or as a Date. */
export type Timestamp = ColumnType<string, Date | string, Date | string>
export type GeneratedTimestamp = ColumnType<string, Date | string | undefined, Date | string>
type DateOrText = Date | string | null
export type NullableTimestamp = ColumnType<string | null, DateOrText | undefined, DateOrText>

/** Read as a value, written as JSON text. */
export type Json<T> = ColumnType<T, string, string>
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>
export type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
