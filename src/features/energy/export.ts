// A member's own history as a file: the rows of a spreadsheet, or a document for programs.
import type { MoodEntry } from './contract.ts'
import { isComplete, type HistoryDay } from './history.ts'
import { levelOf } from './levels.ts'

export type FileFormat = 'csv' | 'json'

/** The name of the file that is downloaded on a Chicago day. */
export function historyFileName(today: string, format: FileFormat): string {
  return `stillwater-history-${today}.${format}`
}

type Cell = string | number

interface CsvTable {
  fields: string[]
  data: Cell[][]
}

/** The spreadsheet: a row a day, in the order of the days. Levels are 0 to 7, as people see them. */
export function csvTable(days: readonly HistoryDay[]): CsvTable {
  return {
    fields: [
      'Date',
      'Before level',
      'Before center',
      'Before comment',
      'After level',
      'After center',
      'After comment',
      'Improvement',
      'Minutes',
      'Complete',
    ],
    data: days.map((day) => [
      day.sessionDate,
      ...entryCells(day.preEntry),
      ...entryCells(day.postEntry),
      day.improvement ?? '',
      day.timeSpent,
      isComplete(day) ? 'yes' : 'no',
    ]),
  }
}

/**
 * How the table is written. A comment that a spreadsheet would run as a formula gets an apostrophe before it; numbers
 * stay numbers, also those below zero. papaparse's own pattern overlooks comments of several lines.
 */
export const csvOptions = { escapeFormulae: /^[=+\-@\t\r\n＝＋－＠]/ }

/** Without it Excel takes the file for Latin-1. */
export const byteOrderMark = '\uFEFF'

/** What was noted at one moment. */
interface ExportedEntry {
  /** 0 to 7, as people see it. */
  level: number
  /** 'No Awareness' for 0, 'Root' to 'Crown' for 1 to 7. */
  center: string
  comment: string | null
  /** When it was noted: an ISO moment in UTC. */
  notedAt: string
}

interface ExportedDay {
  /** The Chicago day, YYYY-MM-DD. */
  date: string
  before: ExportedEntry | null
  after: ExportedEntry | null
  /** Levels from before to after; null unless both were noted. */
  improvement: number | null
  /** Whole minutes of sitting, 0 when no time was kept. */
  minutes: number
  /** Both were noted. */
  complete: boolean
  /** Put in to look at, by an administrator for themselves. */
  sample: boolean
}

/** The document for programs; its fields keep their names and meanings, new ones may come. */
export interface HistoryExport {
  product: string
  /** An ISO moment in UTC. */
  exportedAt: string
  /** In the order of the days. */
  days: ExportedDay[]
}

/** The document of a history; `about` says from which product and when. */
export function historyExport(
  days: readonly HistoryDay[],
  about: Pick<HistoryExport, 'product' | 'exportedAt'>,
): HistoryExport {
  return {
    ...about,
    days: days.map((day) => ({
      date: day.sessionDate,
      before: exportedEntry(day.preEntry),
      after: exportedEntry(day.postEntry),
      improvement: day.improvement,
      minutes: day.timeSpent,
      complete: isComplete(day),
      sample: day.isSample,
    })),
  }
}

function entryCells(entry: MoodEntry | null): [Cell, string, string] {
  if (entry === null) return ['', '', '']
  const { index, name } = levelOf(entry.emotionLevel)
  return [index, name, entry.comment ?? '']
}

function exportedEntry(entry: MoodEntry | null): ExportedEntry | null {
  if (entry === null) return null
  const { index, name } = levelOf(entry.emotionLevel)
  return { level: index, center: name, comment: entry.comment, notedAt: entry.createdAt }
}
