// The import of a history file: what it would do, and doing it in one transaction.
import { publishAccountChanged } from '#features/auth/server/service.ts'
import { assertNotBanned } from '#features/members/server/service.ts'
import { fieldError } from '#server/app-error.ts'
import type { Context } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { t } from '#shared/i18n/t.ts'
import type { ImportSummary } from '../contract.ts'
import type { PortableSetting } from './portable-settings.ts'
import type { ReadHistory } from './read-history-file.ts'
import { selectNew } from './service.ts'
import { savePracticeBatch, lockPracticeForUpdate } from './sql.ts'

/** What an import of the file would do for a member. */
export async function planImport(
  db: Executor,
  userId: number,
  { file, settings }: { file: ReadHistory; settings: readonly PortableSetting[] },
) {
  const { sits, entries, skipped } = await selectNew(db, userId, file)
  const days = [...sits, ...entries].map(({ day }) => day).sort()
  const summary: ImportSummary = {
    source: file.source,
    label: file.label,
    ambiguousDate: file.ambiguousDate,
    rows: file.rows,
    sits: sits.length,
    minutes: Math.round(sits.reduce((sum, { seconds }) => sum + seconds, 0) / 60),
    entries: entries.length,
    firstDay: days[0] ?? null,
    lastDay: days.at(-1) ?? null,
    skipped: byReason([...file.skipped, ...skipped.map(({ item, reason }) => ({ row: item.row, reason }))]),
    bad: byReason(file.bad),
    settings: settings
      .filter(({ name, schema }) => schema.safeParse(file.settings[name]).success)
      .map(({ name }) => name),
  }
  return { summary, sits, entries }
}

/** Imports a file as one batch, with its settings if the member wants them. */
export async function importFile(
  context: Context<'energy.record'>,
  {
    file,
    settings,
    withSettings,
  }: { file: ReadHistory; settings: readonly PortableSetting[]; withSettings: boolean },
): Promise<ImportSummary & { id: number | null }> {
  if (file.ambiguousDate !== null)
    throw fieldError(
      'dateOrder',
      t('Please say how this file writes dates, such as {date}.', { date: file.ambiguousDate }),
    )
  const { bus, caller, clock, runIdempotent } = context
  const { id: userId, uid } = caller.user
  const imported = await runIdempotent(async (tx) => {
    await assertNotBanned(tx, userId)
    await lockPracticeForUpdate(tx, userId)
    const { summary, sits, entries } = await planImport(tx, userId, { file, settings })
    if (withSettings)
      for (const { name, save } of settings)
        if (summary.settings.includes(name)) await save(tx, userId, file.settings[name])
    const batch = { userId, source: file.source, label: file.label, now: new Date(clock.now()) }
    const isEmpty = sits.length + entries.length === 0
    return { ...summary, id: isEmpty ? null : await savePracticeBatch(tx, batch, { sits, entries }) }
  })
  if (withSettings && imported.settings.includes('language')) await publishAccountChanged({ bus }, uid)
  return imported
}

/** The rows of each reason; first the reason that comes first. */
function byReason<Reason extends string>(rows: readonly { row: number; reason: Reason }[]) {
  const groups = new Map<Reason, Set<number>>()
  for (const { row, reason } of rows.toSorted((a, b) => a.row - b.row))
    groups.set(reason, (groups.get(reason) ?? new Set()).add(row))
  return [...groups].map(([reason, numbers]) => ({ reason, rows: [...numbers] }))
}
