// Legal service: the acceptance of a new member, and what the start and the doctor report.
import type { Executor } from '#server/db/database.ts'
import { pagesWithPlaceholder } from './compose.ts'
import { readShippedTexts } from './shipped-texts.ts'
import { findLegalTexts, insertAcceptance } from './sql.ts'

/** Records the terms that a new member accepted when they signed up, if any (COM-13). */
export async function recordFirstAcceptance(
  tx: Executor,
  { userId, termsVersion, now }: { userId: number; termsVersion: number; now: Date },
): Promise<void> {
  if (termsVersion > 0) await insertAcceptance(tx, { userId, version: termsVersion, acceptedAt: now })
}

/** The pages that still contain the operator placeholder: `privacy`, `terms`. */
export async function legalPagesWithPlaceholder(db: Executor, assetsDir: string): Promise<string[]> {
  return pagesWithPlaceholder(await readShippedTexts(assetsDir), await findLegalTexts(db))
}
