// SQL of the community's settings: one row, inserted by its migration.
import type { Executor } from '#server/db/database.ts'
import type { CommunitySettings } from '../contract.ts'

const columns = ['version', 'reflectionPairsMin', 'careText', 'careResources'] as const

export function findSettings(db: Executor): Promise<CommunitySettings> {
  return db.selectFrom('community_settings').select(columns).executeTakeFirstOrThrow()
}

/** Locks the settings until the transaction ends. */
export function lockSettingsForUpdate(tx: Executor): Promise<CommunitySettings> {
  return tx.selectFrom('community_settings').select(columns).forUpdate().executeTakeFirstOrThrow()
}

/** Saves the settings, and increments their version. */
export function updateSettings(
  tx: Executor,
  { careResources, ...fields }: Omit<CommunitySettings, 'version'>,
): Promise<CommunitySettings> {
  return tx
    .updateTable('community_settings')
    .set((row) => ({
      ...fields,
      careResources: JSON.stringify(careResources),
      version: row('version', '+', 1),
    }))
    .returning(columns)
    .executeTakeFirstOrThrow()
}
