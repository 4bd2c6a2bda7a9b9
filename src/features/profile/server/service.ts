// What other features ask of pictures inside their own transactions.
import type { Executor } from '#server/db.ts'
import { hashInAddress } from '../rules.ts'
import { holdMediaFiles, readMedia, removeUnusedMedia } from './sql.ts'

/** Removes the file of a picture that a member has just ceased to show, unless somebody else shows it. */
export async function releasePicture(tx: Executor, address: string | null): Promise<void> {
  const sha256 = hashInAddress(address ?? '')
  if (sha256 === null) return
  await holdMediaFiles(tx)
  await removeUnusedMedia(tx, sha256)
}

/** The picture at an address as a data URL, for whoever shows it (PROF-22); null without one. */
export async function exportOf(tx: Executor, address: string | null): Promise<string | null> {
  const sha256 = hashInAddress(address ?? '')
  const content = sha256 === null ? null : await readMedia(tx, sha256)
  return content && `data:image/jpeg;base64,${content.toString('base64')}`
}
