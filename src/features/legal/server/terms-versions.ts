// Versions of the terms: each text that members could read is stored, so that an acceptance names it.
import type { Executor } from '#server/db/database.ts'
import { withLocale } from '#server/i18n/locale.ts'
import { composeLegalText } from '../rules.ts'
import { inputOf } from './compose.ts'
import type { ShippedTexts } from './shipped-texts.ts'
import { findPresentTerms, insertTermsVersion, type StoredText } from './sql.ts'

/**
 * Stores the present terms as a new version, if they differ from the last one or the change is material. The text is
 * the English one, for a viewer of any language. The caller has locked the texts.
 */
export async function recordTermsVersion(
  tx: Executor,
  shipped: ShippedTexts,
  { texts, isMaterial, now }: { texts: readonly StoredText[]; isMaterial: boolean; now: Date },
): Promise<void> {
  const text = withLocale('en', () => composeLegalText('terms', shipped.en.terms, inputOf(texts, 'terms')))
  const present = await findPresentTerms(tx)
  if (present?.text === text && !isMaterial) return
  const version = (present?.version ?? 0) + 1
  await insertTermsVersion(tx, { version, text, isMaterial: isMaterial || present === null, createdAt: now })
}
