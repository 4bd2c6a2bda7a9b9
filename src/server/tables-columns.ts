// Column types shared by many tables.
import type { ColumnType } from 'kysely'

/** Read as an ISO timestamp, written as one or as a Date. */
export type Timestamp = ColumnType<string, Date | string, Date | string>
export type NullableTimestamp = ColumnType<
  string | null,
  Date | string | null | undefined,
  Date | string | null
>
