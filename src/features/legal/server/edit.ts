// Changes of the legal texts: each in one transaction with its activity entry (I23), and undone for a day.
import { changedFields, recordAdminActivity } from '#features/activity/server/service.ts'
import { communityErrors } from '#features/community/errors.ts'
import { undoUntil } from '#features/community/server/service.ts'
import { assertCapability, type AdminContext } from '#features/members/server/service.ts'
import { appError, fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { sourceText, t } from '#shared/i18n/t.ts'
import { mapTranslations, translationLines } from '#shared/i18n/translations.ts'
import {
  findMarkdownFault,
  markdownLineMaxChars,
  markdownMaxDepth,
  type MarkdownFault,
} from '#shared/markdown-bounds.ts'
import { truncateUtf16 } from '#shared/text.ts'
import { legalActivities } from '../activities.ts'
import { legalPageNames, type LegalMode, type LegalPage } from '../pages.ts'
import { rowOf } from './compose.ts'
import type { ShippedTexts } from './shipped-texts.ts'
import {
  findLegalTexts,
  lockLegalTextsForUpdate,
  updateLegalText,
  type LegalFields,
  type StoredText,
} from './sql.ts'
import { recordTermsVersion } from './terms-versions.ts'

export interface LegalChange {
  page: LegalPage
  version: number
  mode: LegalMode
  text: string
  /** Absent: as they are. */
  translations?: LegalFields['translations'] | undefined
  /** Absent: as it is. */
  responsible?: string | undefined
  isMaterial?: boolean | undefined
}

/** Saves a text. Throws `changed_meanwhile`, and `invalid` with issues. */
export async function saveLegalText(
  tx: Executor,
  { admin, shipped }: { admin: AdminContext; shipped: ShippedTexts },
  { page, version, isMaterial = false, ...change }: LegalChange,
): Promise<void> {
  const row = await lockLegalTextAsAdmin(tx, admin, { page, version })
  const before = fieldsOf(row)
  const input: LegalFields = {
    mode: change.mode,
    text: change.text,
    translations: change.translations ? orderedTranslations(change.translations) : before.translations,
    responsible: change.responsible ?? row.responsible,
  }
  assertValid(page, { ...change, isMaterial })
  const isChanged = Object.keys(changedFields(before, input).after).length > 0
  if (!isChanged && !isMaterial) return
  await recordAdminActivity(tx, admin, {
    ...auditFieldsOf(before, { ...input, ...(isMaterial ? { isMaterial } : {}) }),
    kind: legalActivities.update,
    label: sourceText(legalPageNames[page]),
  })
  // A change that members are asked to accept can't be undone.
  const undo = isMaterial ? null : { previous: before, changedAt: admin.now }
  await updateLegalText(tx, page, input, undo)
  const texts = await findLegalTexts(tx)
  await recordTermsVersion(tx, shipped, { texts, isMaterial, now: admin.now })
}

/** Restores the text before the last change. */
export async function undoLegalText(
  tx: Executor,
  { admin, shipped }: { admin: AdminContext; shipped: ShippedTexts },
  { page, version }: { page: LegalPage; version: number },
): Promise<void> {
  const row = await lockLegalTextAsAdmin(tx, admin, { page, version })
  const previous = undoableFields(row, admin.now.getTime())
  if (!previous) throw appError(communityErrors.nothing_to_undo)
  await recordAdminActivity(tx, admin, {
    ...auditFieldsOf(fieldsOf(row), previous),
    kind: legalActivities.undo,
    label: sourceText(legalPageNames[page]),
  })
  await updateLegalText(tx, page, previous, null)
  const texts = await findLegalTexts(tx)
  await recordTermsVersion(tx, shipped, { texts, isMaterial: false, now: admin.now })
}

/** Until when the last change of a text can be undone, or null. */
export function legalUndoUntil({ previous, changedAt }: StoredText, nowMs: number): string | null {
  return previous === null || changedAt === null ? null : undoUntil({ changedAt }, nowMs)
}

function undoableFields(row: StoredText, nowMs: number): LegalFields | null {
  if (legalUndoUntil(row, nowMs) === null) return null
  // A change of an earlier release names no translations.
  return {
    translations: row.translations,
    ...(row.previous as Omit<LegalFields, 'translations'> | null),
  } as LegalFields
}

async function lockLegalTextAsAdmin(
  tx: Executor,
  admin: AdminContext,
  { page, version }: { page: LegalPage; version: number },
): Promise<StoredText> {
  await assertCapability(tx, admin.adminId, 'community.administer')
  const row = rowOf(await lockLegalTextsForUpdate(tx), page)
  if (row.version !== version) throw appError('changed_meanwhile')
  return row
}

function assertValid(
  page: LegalPage,
  { mode, text, translations, responsible, isMaterial }: Omit<LegalChange, 'page' | 'version'>,
): void {
  if (mode !== 'shipped' && text === '') throw fieldError('text', t('Please write the text first.'))
  if (page !== 'privacy' && responsible !== undefined)
    throw fieldError('responsible', t('This is a part of the privacy page.'))
  if (page !== 'terms' && isMaterial === true)
    throw fieldError('isMaterial', t('Members accept only the terms.'))
  for (const [path, value] of [
    ['text', text],
    ['responsible', responsible ?? ''],
    ...Object.entries(translations ?? {}).map(
      ([language, own]) => [`translations.${language}`, own ?? ''] as const,
    ),
  ] as const) {
    const fault = findMarkdownFault(value)
    if (fault) throw fieldError(path, faultMessage(fault))
  }
}

function faultMessage(fault: MarkdownFault): string {
  switch (fault) {
    case 'deep':
      return t('Quotes and lists go at most {max} levels deep.', { max: markdownMaxDepth })
    case 'long-line':
      return t('A line has at most {max} characters.', { max: markdownLineMaxChars })
    case 'dense':
      return t('This text has more lists, quotes, or signs such as * and [ than a page can show.')
    case 'open':
      return t('A code block or a comment in this text has no end.')
    case 'indented':
      return t('Please begin a code block or a comment at the start of a line.')
  }
}

export function fieldsOf({ mode, text, translations, responsible }: StoredText): LegalFields {
  return { mode, text, translations: orderedTranslations(translations), responsible }
}

/** In the order of the languages, which jsonb doesn't keep, without empty texts. */
function orderedTranslations(translations: LegalFields['translations']): LegalFields['translations'] {
  return mapTranslations(translations, (text) => text || undefined)
}

/** The changed fields as the activity log shows them: of a long text, its start. */
function auditFieldsOf(was: LegalFields, is: LegalFields & { isMaterial?: boolean }) {
  const { before, after } = changedFields(withTranslationsAsLines(was), withTranslationsAsLines(is))
  return { before: withShortTexts(before), after: withShortTexts(after) }
}

const auditedChars = 500

function withTranslationsAsLines({ translations, ...fields }: LegalFields) {
  return { ...fields, translations: translationLines(translations, (text) => text) }
}

function withShortTexts(fields: object): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]: [string, unknown]) => [
      name,
      Array.isArray(value) ? value.map(shortened) : shortened(value),
    ]),
  )
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' && value.length > auditedChars
    ? `${truncateUtf16(value, auditedChars)}…`
    : value
}
