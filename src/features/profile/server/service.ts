// Pictures service: re-encoded uploads, and cleanup and export for other features' transactions.
import type { Executor } from '#server/db/database.ts'
import { hashOfPictureUrl } from '../rules.ts'
export type { PictureWorkerPool } from './picture-worker-pool.ts'
export type { PictureOutput } from './picture-worker-process.ts'
export { reencodeUpload } from './uploaded-picture.ts'
import { lockMediaFilesTable, readMedia, deleteUnusedMedia } from './sql.ts'

/** Deletes the file of a picture that a member no longer uses, unless it is still in use elsewhere. */
export async function deletePictureIfUnused(tx: Executor, address: string | null): Promise<void> {
  const sha256 = hashOfPictureUrl(address ?? '')
  if (sha256 === null) return
  await lockMediaFilesTable(tx)
  await deleteUnusedMedia(tx, sha256)
}

/** The picture at a URL as a data URL, for the data export (PROF-22); null without one. */
export async function exportPictureData(tx: Executor, address: string | null): Promise<string | null> {
  const sha256 = hashOfPictureUrl(address ?? '')
  const content = sha256 === null ? null : await readMedia(tx, sha256)
  return content && `data:image/jpeg;base64,${content.toString('base64')}`
}
