// What other features ask of pictures inside their own transactions.
import type { Executor } from '#server/db.ts'
import { hashOfPictureUrl } from '../rules.ts'
import { lockMediaFilesTable, readMedia, deleteUnusedMedia } from './sql.ts'

/** Removes the file of a picture that a member has just ceased to show, unless somebody else shows it. */
export async function deletePictureIfUnused(tx: Executor, address: string | null): Promise<void> {
  const sha256 = hashOfPictureUrl(address ?? '')
  if (sha256 === null) return
  await lockMediaFilesTable(tx)
  await deleteUnusedMedia(tx, sha256)
}

/** The picture at an address as a data URL, for whoever shows it (PROF-22); null without one. */
export async function exportPictureData(tx: Executor, address: string | null): Promise<string | null> {
  const sha256 = hashOfPictureUrl(address ?? '')
  const content = sha256 === null ? null : await readMedia(tx, sha256)
  return content && `data:image/jpeg;base64,${content.toString('base64')}`
}
