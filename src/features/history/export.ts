// History export: a member's own history as spreadsheet rows or as a JSON document.
import type { MoodEntry } from '#features/energy/contract.ts'
import { levelOf } from '#features/energy/levels.ts'
import type { CsvCell, CsvTable } from '#shared/csv.ts'
import { sourceText, t, translate } from '#shared/i18n/t.ts'
import { isComplete, type HistoryDay } from './history.ts'

export type FileFormat = 'csv' | 'json'

/** The file name of a download on a day. */
export function historyFileName(today: string, format: FileFormat): string {
  return t('stillwater-history-{today}.{format}', { today, format })
}

/** The spreadsheet: one row per day, in date order. Levels are 0 to 7, as members see them. */
export function csvTable(days: readonly HistoryDay[]): CsvTable {
  return {
    fields: [
      t('Date'),
      t('Before level'),
      t('Before center'),
      t('Before comment'),
      t('After level'),
      t('After center'),
      t('After comment'),
      t('Improvement'),
      t('Minutes'),
      t('Complete'),
    ],
    data: days.map((day) => [
      day.sessionDate,
      ...entryCells(day.preEntry),
      ...entryCells(day.postEntry),
      day.improvement ?? '',
      day.timeSpent,
      isComplete(day) ? t('yes') : t('no'),
    ]),
  }
}

interface ExportedEntry {
  /** 0 to 7, as members see it. */
  level: number
  /** 'No Awareness' for 0, 'Root' to 'Crown' for 1 to 7. */
  center: string
  comment: string | null
  /** ISO, UTC. */
  recordedAt: string
}

interface ExportedDay {
  /** YYYY-MM-DD. */
  date: string
  before: ExportedEntry | null
  after: ExportedEntry | null
  /** After minus Before in levels; null unless both are a pair. */
  improvement: number | null
  /** Whole minutes of sitting; 0 when no time was recorded. */
  minutes: number
  /** Both entries exist and are a pair: on a day with several sittings, of one of them. */
  complete: boolean
  /** Sample data that the administrator added to their own history. */
  sample: boolean
}

/** The JSON document. Its fields keep their names and meanings; new ones may be added. */
export interface HistoryExport {
  product: string
  /** ISO, UTC. */
  exportedAt: string
  /** In date order. */
  days: ExportedDay[]
}

/** Builds the document; `about` holds the product and the time of the export. */
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

function entryCells(entry: MoodEntry | null): [CsvCell, string, string] {
  if (entry === null) return ['', '', '']
  const { index, name } = levelOf(entry.emotionLevel)
  return [index, translate(name), entry.comment ?? '']
}

function exportedEntry(entry: MoodEntry | null): ExportedEntry | null {
  if (entry === null) return null
  const { index, name } = levelOf(entry.emotionLevel)
  return { level: index, center: sourceText(name), comment: entry.comment, recordedAt: entry.createdAt }
}
