// SQL of the community's settings: one row, inserted by its migration.
import { sql, type Selectable, type Updateable } from 'kysely'
import type { Executor } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'

type Row = Selectable<Tables['community_settings']>

/** The settings as stored, with their versions. */
export type StoredSettings = Readonly<Omit<Row, 'isOnlyRow' | 'previous' | 'changedAt' | 'slowSeconds'>>

/** Takes away what isn't a setting: the row's key, the undo, and the slow mode, which moderators set. */
function toSettings({
  isOnlyRow: _key,
  previous: _previous,
  changedAt: _changedAt,
  slowSeconds: _slowSeconds,
  ...settings
}: Row): StoredSettings {
  return settings
}

/** The state of the legal texts that every page needs. */
export interface LegalState {
  /** The present version of the terms, and the last that members are asked to accept. */
  termsVersion: number
  materialTermsVersion: number
  /** Whether they name who is responsible, and the version of the text that does. */
  hasLegalNotice: boolean
  noticeVersion: number
}

/** The settings that a change may name. */
export type SettingsInput = Omit<StoredSettings, 'version' | 'fieldVersions'>

/** The last change, which can be undone: the fields before it, and when it was made. */
export interface LastChange {
  previous: Partial<SettingsInput>
  changedAt: string
}

export async function findSettings(db: Executor): Promise<StoredSettings> {
  return toSettings(await db.selectFrom('community_settings').selectAll().executeTakeFirstOrThrow())
}

export async function findLegalState(db: Executor): Promise<LegalState> {
  const terms = await db
    .selectFrom('terms_versions')
    .select(({ fn, lit }) => [
      fn.coalesce(fn.max('version'), lit(0)).as('termsVersion'),
      fn.coalesce(fn.max('version').filterWhere('isMaterial', '=', true), lit(0)).as('materialTermsVersion'),
    ])
    .executeTakeFirstOrThrow()
  const { responsible, version } = await db
    .selectFrom('legal_texts')
    .select(['responsible', 'version'])
    .where('page', '=', 'privacy')
    .executeTakeFirstOrThrow()
  return { ...terms, hasLegalNotice: responsible !== '', noticeVersion: version }
}

/** Locks the settings until the transaction ends. */
export async function lockSettingsForUpdate(tx: Executor): Promise<StoredSettings> {
  return toSettings(
    await tx.selectFrom('community_settings').selectAll().forUpdate().executeTakeFirstOrThrow(),
  )
}

/** Reads the settings, and keeps changes waiting until the transaction ends. */
export async function lockSettingsForShare(tx: Executor): Promise<StoredSettings> {
  return toSettings(
    await tx.selectFrom('community_settings').selectAll().forShare().executeTakeFirstOrThrow(),
  )
}

export async function findLastChange(db: Executor): Promise<LastChange | null> {
  const { previous, changedAt } = await db
    .selectFrom('community_settings')
    .select(['previous', 'changedAt'])
    .executeTakeFirstOrThrow()
  return previous === null || changedAt === null ? null : { previous, changedAt }
}

/**
 * Saves fields, and increments the version, of which `changed` are the fields that differ. `undo` is null for a change
 * that can't be undone.
 */
export async function updateSettings(
  tx: Executor,
  fields: Partial<SettingsInput>,
  {
    changed,
    undo,
  }: { changed: readonly string[]; undo: { previous: Partial<SettingsInput>; changedAt: Date } | null },
): Promise<void> {
  await tx
    .updateTable('community_settings')
    .set({
      ...toColumns(fields),
      previous: undo && JSON.stringify(undo.previous),
      changedAt: undo && undo.changedAt,
      ...nextVersion(changed),
    })
    .execute()
}

/** Lists and objects are columns of JSON; none is an array of PostgreSQL. */
function toColumns(fields: Partial<SettingsInput>): Updateable<Tables['community_settings']> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  )
}

/** Increments the version for a change that is stored elsewhere, and leaves the undo of an earlier one. */
export async function incrementVersion(tx: Executor, changed: readonly string[]): Promise<void> {
  await tx.updateTable('community_settings').set(nextVersion(changed)).execute()
}

/** The next version of the row, and of the fields that change with it. */
function nextVersion(changed: readonly string[]) {
  return {
    version: sql<number>`version + 1`,
    fieldVersions: sql<string>`"fieldVersions" || (
      select coalesce(jsonb_object_agg(field, version + 1), '{}') from unnest(${[...changed]}::text[]) as fields (field)
    )`,
  }
}

/** Names a community that has no name yet. */
export async function fillFirstName(db: Executor, name: string): Promise<void> {
  await db.updateTable('community_settings').set({ name }).where('name', '=', '').execute()
}

/** The seconds of slow mode; 0 for none. */
export async function findSlowSeconds(db: Executor): Promise<number> {
  const { slowSeconds } = await db
    .selectFrom('community_settings')
    .select('slowSeconds')
    .executeTakeFirstOrThrow()
  return slowSeconds
}

/** Sets the slow mode; returns the seconds before it. */
export async function updateSlowSeconds(tx: Executor, slowSeconds: number): Promise<number> {
  const before = await tx
    .selectFrom('community_settings')
    .select('slowSeconds')
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (before.slowSeconds !== slowSeconds)
    await tx.updateTable('community_settings').set({ slowSeconds }).execute()
  return before.slowSeconds
}
