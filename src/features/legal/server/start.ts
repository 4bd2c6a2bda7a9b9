// The start: reads an operator's own files once, and stores the terms of this release as a version (COM-15).
import type { Platform } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { isStorable } from '#shared/text.ts'
import { legalPages, type LegalPage } from '../pages.ts'
import { legalTextMaxChars } from '../rules.ts'
import { rowOf } from './compose.ts'
import { fieldsOf } from './edit.ts'
import { readOwnFile, type ShippedTexts } from './shipped-texts.ts'
import { findLegalTexts, lockLegalTextsForUpdate, updateFileRead, updateLegalText } from './sql.ts'
import { recordTermsVersion } from './terms-versions.ts'

type StartDeps = Pick<Platform, 'clock' | 'config' | 'database' | 'log'>

export async function startLegalTexts(
  { clock, config, database, log }: StartDeps,
  shipped: ShippedTexts,
): Promise<void> {
  const files = new Map<LegalPage, string | null>()
  for (const page of legalPages) files.set(page, await readOwnFile(config.dataDir, page))
  const read = await database.transaction(async (tx) => {
    const pages = await saveOwnFiles(tx, files)
    const texts = await findLegalTexts(tx)
    await recordTermsVersion(tx, shipped, { texts, isMaterial: false, now: new Date(clock.now()) })
    return pages
  })
  if (read.length > 0)
    log.info(
      { event: 'legal-texts-read', pages: read },
      'Legal texts of DATA_DIR/pages are now in the database; edit them in Admin › Community.',
    )
  for (const [page, text] of files)
    if (text !== null && !isSavable(text))
      log.warn(
        { event: 'legal-text-unreadable', page },
        `A legal text of DATA_DIR/pages has no text, or more than ${legalTextMaxChars} characters.`,
      )
}

/** Returns the pages that now have the text of their file. Later edits of the files do nothing. */
async function saveOwnFiles(
  tx: Executor,
  files: ReadonlyMap<LegalPage, string | null>,
): Promise<LegalPage[]> {
  const texts = await lockLegalTextsForUpdate(tx)
  const read: LegalPage[] = []
  for (const [page, text] of files) {
    const row = rowOf(texts, page)
    if (row.isFileRead || (text !== null && !isSavable(text))) continue
    await updateFileRead(tx, page)
    if (text === null || row.mode !== 'shipped') continue
    await updateLegalText(tx, page, { ...fieldsOf(row), mode: 'replaced', text }, null)
    read.push(page)
  }
  return read
}

function isSavable(text: string): boolean {
  return text !== '' && text.length <= legalTextMaxChars && isStorable(text)
}
