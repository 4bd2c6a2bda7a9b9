// What administrators do to stock pictures: each change in one transaction, with its line in what was done (I23).
import { createHash } from 'node:crypto'
import type { Action } from '#features/activity/contract.ts'
import { changedFields, noteOrder } from '#features/activity/server/service.ts'
import { refuseUnless, type Order } from '#features/users/server/service.ts'
import type { Executor } from '#server/db.ts'
import { refuse, type Refusal } from '#server/refusal.ts'
import type { ManagedPicture } from '../contract.ts'
import { hashInAddress, pictureFaults, smallPictureEdgePx } from '../rules.ts'
import type { PictureMaker } from './picture-maker.ts'
import { holdMediaFiles, insertMedia, removeUnusedMedia } from './sql.ts'
import { deletePicture, holdPicture, insertPicture, writePicture } from './sql-managed-pictures.ts'
import { isPictureFile, readUploaded } from './uploaded-picture.ts'

/** What is kept of a file: the picture by the hash of what it holds, and the small one as a data URL. */
interface MadePicture {
  sha256: string
  content: Buffer
  imageData: string
}

function pictureRefusal(message: string): Refusal {
  return refuse('invalid', { issues: [{ path: 'imageData', message }] })
}

/** The file in a data URL; refuses beside the field what is none. */
export function fileInDataUrl(address: string): Buffer {
  const uploaded = readUploaded(address)
  if (!uploaded) throw pictureRefusal(pictureFaults.type)
  if (uploaded.content === null) throw pictureRefusal(uploaded.fault)
  return uploaded.content
}

/** Makes both pictures of a file; refuses beside the field what can't become one (PIC-09, PIC-11). */
export async function makeStockPicture(pictures: PictureMaker, file: Buffer): Promise<MadePicture> {
  if (!isPictureFile(file)) throw pictureRefusal(pictureFaults.type)
  const content = await pictures.make(file)
  // Of the one that is clean already.
  const small = content && (await pictures.make(content, smallPictureEdgePx))
  if (!small) throw pictureRefusal(pictureFaults.broken)
  return {
    sha256: createHash('sha256').update(content).digest('hex'),
    content,
    imageData: `data:image/jpeg;base64,${small.toString('base64')}`,
  }
}

/** Adds a picture; its file is stored once, however many show it. */
export async function add(
  tx: Executor,
  order: Order,
  { name, isActive, made }: { name: string; isActive: boolean; made: MadePicture },
): Promise<ManagedPicture> {
  await refuseUnless(tx, order.adminId, 'community.administer')
  const { sha256, content, imageData } = made
  await holdMediaFiles(tx)
  await insertMedia(tx, { sha256, content, createdAt: order.now })
  const picture = await insertPicture(tx, { name, isActive, sha256, imageData, createdAt: order.now })
  await note(tx, order, 'picture.create', picture, { before: null, after: factsOf(picture) })
  return picture
}

interface PictureWish {
  id: number
  /** The one that was read. */
  version: number | undefined
  name: string | undefined
  isActive: boolean | undefined
}

/**
 * Renames a picture, or says whether it can be chosen; members who chose it keep it (PIC-10). One that was changed
 * since `version` was read is refused with `changed_meanwhile`. What is as it was makes no new version and no line.
 */
export async function update(tx: Executor, order: Order, wish: PictureWish): Promise<ManagedPicture> {
  await refuseUnless(tx, order.adminId, 'community.administer')
  const picture = await holdPicture(tx, wish.id)
  if (!picture) throw refuse('not_found')
  if (wish.version !== undefined && wish.version !== picture.version) throw refuse('changed_meanwhile')
  const { name = picture.name, isActive = picture.isActive } = wish
  const changed = changedFields(factsOf(picture), { ...factsOf(picture), name, isActive })
  if (Object.keys(changed.after).length === 0) return picture
  const written = await writePicture(tx, picture.id, { name, isActive, updatedAt: order.now })
  await note(tx, order, 'picture.update', written, changed)
  return written
}

/** Deletes a picture; its file stays for the members who chose it (PIC-10), and goes with the last of them. */
export async function remove(tx: Executor, order: Order, id: number): Promise<void> {
  await refuseUnless(tx, order.adminId, 'community.administer')
  const picture = await holdPicture(tx, id)
  if (!picture) throw refuse('not_found')
  await holdMediaFiles(tx)
  await deletePicture(tx, id)
  const sha256 = hashInAddress(picture.url)
  if (sha256 !== null) await removeUnusedMedia(tx, sha256)
  await note(tx, order, 'picture.delete', picture, { before: factsOf(picture), after: null })
}

/** What is noted of a picture: nothing that it shows. */
function factsOf({ name, isActive, url }: ManagedPicture) {
  return { name, isActive, url }
}

function note(
  tx: Executor,
  order: Order,
  action: Action,
  { id, name }: ManagedPicture,
  states: { before: object | null; after: object | null },
): Promise<void> {
  return noteOrder(tx, order, { ...states, action, targetType: 'picture', targetId: id, label: name })
}
