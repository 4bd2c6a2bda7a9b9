// SQL of profiles, stock pictures and media files.
import { sql } from 'kysely'
import type { BanTerms } from '#server/banned-error.ts'
import type { User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { isBannedNow } from '#server/db/standing-ban.ts'
import type { StockPicture, ManagedPicture } from '../contract.ts'
import { pictureUrl } from '../rules.ts'
import { localizedPictureName } from './supplied-pictures.ts'

/** Locks the member's own row until the transaction ends. */
export async function lockProfileRowForUpdate(
  tx: Executor,
  userId: number,
): Promise<Pick<User, 'name' | 'profilePicture' | 'profileCompleted' | 'isBanned' | keyof BanTerms> | null> {
  const row = await tx
    .selectFrom('users')
    .select(['name', 'profilePicture', 'profileCompleted', isBannedNow().as('isBanned')])
    .select(['bannedReason', 'bannedReasonEntry', 'bannedUntil'])
    .where('id', '=', userId)
    .where('deletedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

/** The names of all administrators and garden angels except `exceptUserId`. */
export async function listStaffNames(db: Executor, exceptUserId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('name')
    .where(({ or, eb }) => or([eb('isAdmin', '=', true), eb('isGardenAngel', '=', true)]))
    .where('id', '!=', exceptUserId)
    .where('deletedAt', 'is', null)
    .execute()
  return rows.map(({ name }) => name)
}

/**
 * Blocks concurrent inserts and deletes of media files until the transaction ends; reads continue. A file chosen
 * here therefore can't be deleted elsewhere.
 */
export async function lockMediaFilesTable(tx: Executor): Promise<void> {
  await sql`lock table media_files in share row exclusive mode`.execute(tx)
}

/** Stores a file under its hash, unless it exists. */
export async function insertMedia(
  db: Executor,
  file: { sha256: string; content: Buffer; createdAt: Date },
): Promise<void> {
  await db
    .insertInto('media_files')
    .values(file)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}

/** Deletes a file that no member and no stock picture uses. */
export async function deleteUnusedMedia(db: Executor, sha256: string): Promise<void> {
  await db
    .deleteFrom('media_files')
    .where('sha256', '=', sha256)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').where('profilePicture', '=', pictureUrl(sha256)))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('profile_pictures').select('id').where('mediaSha256', '=', sha256))),
    )
    .execute()
}

/** Whether members can choose the stock picture with this hash. */
export async function isActivePicture(db: Executor, sha256: string): Promise<boolean> {
  const row = await db
    .selectFrom('profile_pictures')
    .select('id')
    .where('mediaSha256', '=', sha256)
    .where('isActive', '=', true)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** The active stock pictures, in insertion order, with their names in the viewer's language. */
export async function listActivePictures(db: Executor): Promise<StockPicture[]> {
  const rows = await db
    .selectFrom('profile_pictures')
    .select(['id', 'name', 'imageData', 'mediaSha256'])
    .where('isActive', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, imageData, mediaSha256 }) => ({
    id,
    name: localizedPictureName(name),
    imageData,
    url: pictureUrl(mediaSha256),
  }))
}

/** The URLs of the active stock pictures. */
export async function listActivePictureUrls(db: Executor): Promise<string[]> {
  const rows = await db
    .selectFrom('profile_pictures')
    .select('mediaSha256')
    .where('isActive', '=', true)
    .orderBy('id')
    .execute()
  return rows.map(({ mediaSha256 }) => pictureUrl(mediaSha256))
}

export interface NewStockPicture {
  name: string
  sha256: string
  content: Buffer
  /** The thumbnail, as a data URL. */
  imageData: string
}

/** Inserts stock pictures in this order; stores a file that already exists only once. */
export async function insertStockPictures(
  db: Executor,
  pictures: readonly NewStockPicture[],
  createdAt: Date,
): Promise<void> {
  await db
    .insertInto('media_files')
    .values(pictures.map(({ sha256, content }) => ({ sha256, content, createdAt })))
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  await db
    .insertInto('profile_pictures')
    .values(
      pictures.map(({ name, sha256, imageData }) => ({
        name,
        mediaSha256: sha256,
        imageData,
        createdAt,
        updatedAt: createdAt,
      })),
    )
    .execute()
}

/** The content of a stored picture, or null. */
export async function readMedia(db: Executor, sha256: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('media_files')
    .select('content')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.content ?? null
}

const columns = [
  'id',
  'name',
  'imageData',
  'mediaSha256',
  'isActive',
  'createdAt',
  'updatedAt',
  'version',
] as const

type Row = Omit<ManagedPicture, 'url'> & { mediaSha256: string }

function toManagedPicture({ mediaSha256, ...row }: Row): ManagedPicture {
  return { ...row, url: pictureUrl(mediaSha256) }
}

/** All stock pictures, in insertion order. */
export async function listManagedPictures(db: Executor): Promise<ManagedPicture[]> {
  const rows = await db.selectFrom('profile_pictures').select(columns).orderBy('id').execute()
  return rows.map(toManagedPicture)
}

/** Locks a picture until the transaction ends; null when there is none. */
export async function lockPictureForUpdate(tx: Executor, id: number): Promise<ManagedPicture | null> {
  const row = await tx
    .selectFrom('profile_pictures')
    .select(columns)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row ? toManagedPicture(row) : null
}

interface NewPicture {
  name: string
  /** The hash of a file already stored. */
  sha256: string
  /** The thumbnail, as a data URL. */
  imageData: string
  isActive: boolean
  createdAt: Date
}

export async function insertPicture(tx: Executor, picture: NewPicture): Promise<ManagedPicture> {
  const { sha256, createdAt, ...fields } = picture
  const row = await tx
    .insertInto('profile_pictures')
    .values({ ...fields, mediaSha256: sha256, createdAt, updatedAt: createdAt })
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toManagedPicture(row)
}

interface PictureChange {
  name: string
  isActive: boolean
  updatedAt: Date
}

/** Updates a locked picture and increments its version. */
export async function updatePictureRow(
  tx: Executor,
  id: number,
  change: PictureChange,
): Promise<ManagedPicture> {
  const row = await tx
    .updateTable('profile_pictures')
    .set((eb) => ({ ...change, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return toManagedPicture(row)
}

/** Deletes a stock picture; its file stays. */
export async function deletePicture(tx: Executor, id: number): Promise<void> {
  await tx.deleteFrom('profile_pictures').where('id', '=', id).execute()
}
