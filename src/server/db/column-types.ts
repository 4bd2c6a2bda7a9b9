// Column types of the tables for Kysely.
import type { ColumnType } from 'kysely'

/** Read as an ISO timestamp, written as one or as a Date. */
export type Timestamp = ColumnType<string, Date | string, Date | string>
type DateOrText = Date | string | null
export type NullableTimestamp = ColumnType<string | null, DateOrText | undefined, DateOrText>
