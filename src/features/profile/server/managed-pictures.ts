// Stock picture management: each change runs in one transaction with its activity entry (I23).
import { createHash } from 'node:crypto'
import type { ActivityKind } from '#features/activity/kinds.ts'
import { changedFields, recordAdminActivity } from '#features/activity/server/service.ts'
import { assertCapability, type AdminContext } from '#features/members/server/service.ts'
import { appError, fieldError } from '#server/app-error.ts'
import type { Executor } from '#server/db/database.ts'
import { pictureActivities } from '../activities.ts'
import type { ManagedPicture } from '../contract.ts'
import { hashOfPictureUrl, pictureErrors, smallPictureEdgePx } from '../rules.ts'
import type { PictureWorkerPool } from './picture-worker-pool.ts'
import {
  lockMediaFilesTable,
  insertMedia,
  deleteUnusedMedia,
  deletePicture,
  lockPictureForUpdate,
  insertPicture,
  updatePictureRow,
} from './sql.ts'
import { decodeUploadedPicture, reencodeUpload } from './uploaded-picture.ts'

/** A processed file: the picture by the hash of its content, and the thumbnail as a data URL. */
interface ProcessedPicture {
  sha256: string
  content: Buffer
  imageData: string
}

/** The file in a data URL; throws a field error when it contains none. */
export function requireFileInDataUrl(url: string): Buffer {
  const uploaded = decodeUploadedPicture(url)
  if (!uploaded) throw fieldError('imageData', pictureErrors.type())
  if (uploaded.content === null) throw fieldError('imageData', uploaded.error)
  return uploaded.content
}

/** Re-encodes a file as picture and thumbnail; throws a field error when the file is unusable (PIC-09, PIC-11). */
export async function processStockPicture(
  pictures: PictureWorkerPool,
  file: Buffer,
): Promise<ProcessedPicture> {
  const { content, error } = await reencodeUpload(pictures, file)
  if (error !== null) throw fieldError('imageData', error)
  // The second pass reads the re-encoded picture, not the untrusted upload.
  const thumbnail = await pictures.reencode(content, smallPictureEdgePx)
  if (!thumbnail) throw fieldError('imageData', pictureErrors.broken())
  return {
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
    imageData: `data:image/jpeg;base64,${thumbnail.toString('base64')}`,
  }
}

/** Adds a picture; several pictures can share one stored file. */
export async function addManagedPicture(
  tx: Executor,
  admin: AdminContext,
  { name, isActive, processed }: { name: string; isActive: boolean; processed: ProcessedPicture },
): Promise<ManagedPicture> {
  await assertCapability(tx, admin.adminId, 'community.administer')
  const { sha256, content, imageData } = processed
  await lockMediaFilesTable(tx)
  await insertMedia(tx, { sha256, content, createdAt: admin.now })
  const picture = await insertPicture(tx, { name, isActive, sha256, imageData, createdAt: admin.now })
  await recordPictureActivity(tx, admin, pictureActivities.create, picture, { after: auditFieldsOf(picture) })
  return picture
}

interface UpdatePictureInput {
  id: number
  /** The version that the client read. */
  version: number | undefined
  name: string | undefined
  isActive: boolean | undefined
}

/**
 * Renames, activates or deactivates a picture; members who chose it keep it (PIC-10). Throws `changed_meanwhile`
 * when the picture changed since `version`. An update without effect makes no new version and no activity entry.
 */
export async function updateManagedPicture(
  tx: Executor,
  admin: AdminContext,
  input: UpdatePictureInput,
): Promise<ManagedPicture> {
  await assertCapability(tx, admin.adminId, 'community.administer')
  const picture = await lockPictureForUpdate(tx, input.id)
  if (!picture) throw appError('not_found')
  if (input.version !== undefined && input.version !== picture.version) throw appError('changed_meanwhile')
  const { name = picture.name, isActive = picture.isActive } = input
  const changed = changedFields(auditFieldsOf(picture), { ...auditFieldsOf(picture), name, isActive })
  if (Object.keys(changed.after).length === 0) return picture
  const updated = await updatePictureRow(tx, picture.id, { name, isActive, updatedAt: admin.now })
  await recordPictureActivity(tx, admin, pictureActivities.update, updated, changed)
  return updated
}

/** Deletes a picture. Its file is kept until no member uses it (PIC-10). */
export async function deleteManagedPicture(tx: Executor, admin: AdminContext, id: number): Promise<void> {
  await assertCapability(tx, admin.adminId, 'community.administer')
  const picture = await lockPictureForUpdate(tx, id)
  if (!picture) throw appError('not_found')
  await lockMediaFilesTable(tx)
  await deletePicture(tx, id)
  const sha256 = hashOfPictureUrl(picture.url)
  if (sha256 !== null) await deleteUnusedMedia(tx, sha256)
  await recordPictureActivity(tx, admin, pictureActivities.delete, picture, {
    before: auditFieldsOf(picture),
  })
}

/** Fields for the activity log, without the image itself. */
function auditFieldsOf({ name, isActive, url }: ManagedPicture) {
  return { name, isActive, url }
}

function recordPictureActivity(
  tx: Executor,
  admin: AdminContext,
  kind: ActivityKind,
  { id, name }: ManagedPicture,
  states: { before?: object; after?: object },
): Promise<void> {
  return recordAdminActivity(tx, admin, { ...states, kind, targetId: id, label: name })
}
