// SQL of the legal texts, the versions of the terms, and their acceptances.
import type { Selectable } from 'kysely'
import type { Executor } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import type { LegalPage } from '../pages.ts'

const columns = [
  'page',
  'mode',
  'text',
  'translations',
  'responsible',
  'version',
  'isFileRead',
  'previous',
  'changedAt',
] as const

/** A legal text as stored; `previous` has the fields before its last change, until that can't be undone. */
export type StoredText = Pick<Selectable<Tables['legal_texts']>, (typeof columns)[number]>

/** The fields of a legal text that a change may name. */
export type LegalFields = Pick<StoredText, 'mode' | 'text' | 'translations' | 'responsible'>

export function findLegalTexts(db: Executor): Promise<StoredText[]> {
  return db.selectFrom('legal_texts').select(columns).orderBy('page').execute()
}

/** Locks all texts until the transaction ends: the terms also show a part of the privacy page's row. */
export function lockLegalTextsForUpdate(tx: Executor): Promise<StoredText[]> {
  return tx.selectFrom('legal_texts').select(columns).orderBy('page').forUpdate().execute()
}

/** Saves a text, and increments its version. `undo` is null for a change that can't be undone. */
export async function updateLegalText(
  tx: Executor,
  page: LegalPage,
  { translations, ...input }: LegalFields,
  undo: { previous: LegalFields; changedAt: Date } | null,
): Promise<void> {
  await tx
    .updateTable('legal_texts')
    .set((row) => ({
      ...input,
      translations: JSON.stringify(translations),
      previous: undo && JSON.stringify(undo.previous),
      changedAt: undo && undo.changedAt,
      version: row('version', '+', 1),
    }))
    .where('page', '=', page)
    .execute()
}

/** Records that a page's file was looked for. */
export async function updateFileRead(tx: Executor, page: LegalPage): Promise<void> {
  await tx.updateTable('legal_texts').set({ isFileRead: true }).where('page', '=', page).execute()
}

/** The present version of the terms; null before the first. */
export async function findPresentTerms(db: Executor): Promise<{ version: number; text: string } | null> {
  const row = await db
    .selectFrom('terms_versions')
    .select(['version', 'text'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function insertTermsVersion(
  tx: Executor,
  terms: { version: number; text: string; isMaterial: boolean; createdAt: Date },
): Promise<void> {
  await tx.insertInto('terms_versions').values(terms).execute()
}

/** Inserts an acceptance, unless the member accepted this version before. */
export async function insertAcceptance(
  tx: Executor,
  acceptance: { userId: number; version: number; acceptedAt: Date },
): Promise<void> {
  await tx
    .insertInto('terms_acceptances')
    .values(acceptance)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** How many members a material change asks: all with a complete profile. */
export async function countMembers(db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('profileCompleted', '=', true)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
