// SQL of stock pictures for administrators, inactive ones included.
import type { Executor } from '#server/db/database.ts'
import type { ManagedPicture } from '../contract.ts'
import { pictureUrl } from '../rules.ts'

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
