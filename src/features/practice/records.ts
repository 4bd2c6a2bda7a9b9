// Records: what a history file contains, row by row.
import type { MoodType } from '#features/energy/contract.ts'
import type { CommunityDays } from '#shared/day.ts'
import type { DateOrder } from '#shared/file-dates.ts'
import type { BadReason, SkippedReason } from './contract.ts'
import type { SitTime } from './overlaps.ts'
import type { PortableSettingName, PracticeSource } from './sources.ts'

/** A sit to bring along. */
export interface SitRecord extends SitTime {
  comment: string | null
}

/** An entry of another diary to bring along. */
export interface EntryRecord {
  day: string
  moodType: MoodType
  /** The stored value, 1 to 8. */
  emotionLevel: number
  comment: string | null
  /** ISO, UTC, with milliseconds, as the database gives it. */
  createdAt: string
}

/** What one row says. */
export type Reading =
  | { kind: 'sit'; sit: SitRecord }
  | { kind: 'entry'; entry: EntryRecord }
  | { kind: 'skipped'; reason: SkippedReason }
  | { kind: 'bad'; reason: BadReason }

export interface ReadingContext {
  days: CommunityDays
  /** No sit begins later. */
  nowMs: number
  today: string
  /** For dates such as 03/04/2026. */
  dateOrder: DateOrder
}

export interface FileRow {
  /** As a spreadsheet numbers it; of a JSON file, its place in it. */
  number: number
  read: (context: ReadingContext) => Reading
}

/** A file that is recognized, before its rows are read. */
export interface HistoryFile {
  source: PracticeSource
  label: string | null
  rows: readonly FileRow[]
  /** Its dates, for their order; none where the format has only one. */
  dates: readonly string[]
  /** As they are in the file. */
  settings: Partial<Record<PortableSettingName, unknown>>
}

export const bad = (reason: BadReason): Reading => ({ kind: 'bad', reason })
export const skipped = (reason: SkippedReason): Reading => ({ kind: 'skipped', reason })

const daySeconds = 86_400

/** The reading of a sit of a file; checks what holds for all of them. */
export function sitReading(sit: SitRecord, { nowMs, today }: ReadingContext): Reading {
  if (!Number.isInteger(sit.seconds) || sit.seconds < 1 || sit.seconds > daySeconds) return bad('duration')
  if (sit.day > today || (sit.startedAtMs ?? 0) > nowMs) return bad('future')
  return { kind: 'sit', sit }
}
