// SQL of the logo's files.
import type { Executor } from '#server/db/database.ts'
import type { LogoKind } from '../logo.ts'

interface LogoFile {
  logoId: string
  kind: LogoKind
  content: Buffer
}

export async function insertLogoFiles(tx: Executor, files: readonly LogoFile[]): Promise<void> {
  await tx
    .insertInto('community_logo_files')
    .values(files)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteLogoFilesExcept(tx: Executor, logoIds: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('community_logo_files')
    .$if(logoIds.length > 0, (statement) => statement.where('logoId', 'not in', logoIds))
    .execute()
}

/** The content of a file; null if it doesn't exist. */
export async function readLogoFile(db: Executor, logoId: string, kind: LogoKind): Promise<Buffer | null> {
  const row = await db
    .selectFrom('community_logo_files')
    .select('content')
    .where('logoId', '=', logoId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.content ?? null
}
