// Saving a profile: what becomes of the picture that was wished for, and one transaction for all of it.
import { createHash } from 'node:crypto'
import { perDay } from '#shared/endpoint.ts'
import type { Context, User } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { refuse, type Refusal } from '#server/refusal.ts'
import type { Account } from '#features/auth/contract.ts'
import {
  changeEmail,
  holdAccount,
  mailEmailChange,
  tellAccountChanged,
  type EmailProof,
} from '#features/auth/server/service.ts'
import { hashInAddress, isProfileComplete, pictureAddress, pictureFaults } from '../rules.ts'
import type { PictureMaker } from './picture-maker.ts'
import {
  holdMediaFiles,
  holdOwnRow,
  insertMedia,
  isOffered,
  removeUnusedMedia,
  updateProfile,
} from './sql.ts'
import { readUploaded } from './uploaded-picture.ts'

/** A picture as it was wished for: the hash of its file, and that file when it is a new one. */
interface WishedPicture {
  sha256: string
  content: Buffer | null
}

const uploadsPerMinute = { perMinute: 6, burst: 6 }
const uploadsPerDay = perDay(30)

function pictureRefusal(message: string): Refusal {
  return refuse('invalid', { issues: [{ path: 'profilePicture', message }] })
}

/**
 * What `profilePicture` of a request stands for; a file is made into a picture here. Refuses beside the field what
 * is neither a file that can be read nor an address of ours, and with `rate_limited` who sends too many files.
 */
export async function wishedPicture(
  context: Pick<Context, 'limit'>,
  pictures: PictureMaker,
  { userId, address }: { userId: number; address: string },
): Promise<WishedPicture> {
  const uploaded = readUploaded(address)
  if (!uploaded) {
    const sha256 = hashInAddress(address)
    if (sha256 === null) throw pictureRefusal(pictureFaults.notOffered)
    return { sha256, content: null }
  }
  if (uploaded.content === null) throw pictureRefusal(uploaded.fault)
  context.limit(`pictures in a minute: ${userId}`, uploadsPerMinute)
  context.limit(`pictures in a day: ${userId}`, uploadsPerDay)
  const content = await pictures.make(uploaded.content)
  if (!content) throw pictureRefusal(pictureFaults.broken)
  return { sha256: createHash('sha256').update(content).digest('hex'), content }
}

interface ProfileUpdate {
  name: string
  email: string
  emailProof: EmailProof
  picture: WishedPicture
}

/**
 * Saves name and picture of a member, and removes the file of the picture before that nobody shows any more;
 * another address than the present one has to be confirmed first (PROF-17). Nothing of it comes after a ban (I11).
 */
export async function saveProfile(
  context: Context<'identity'>,
  user: User,
  { name, email, emailProof, picture }: ProfileUpdate,
): Promise<Account> {
  const { database, clock } = context
  let isEmailAsked = false
  const saved = await database.transaction(async (tx) => {
    // Credentials first, wherever both are held.
    if (emailProof) await holdAccount(tx, user.uid)
    const before = await holdOwnRow(tx, user.id)
    if (!before) throw refuse('user_not_registered')
    if (before.isBanned) throw refuse('banned', { reason: before.bannedReason ?? '' })
    const profilePicture = pictureAddress(picture.sha256)
    const isNew = profilePicture !== before.profilePicture
    if (isNew) await placePicture(tx, picture, new Date(clock.now()))
    isEmailAsked = await changeEmail(tx, context, user, { email, proof: emailProof })
    const profileCompleted = isProfileComplete({ name, email: user.email, profilePicture })
    const saved = await updateProfile(tx, user.id, { name, profilePicture, profileCompleted })
    if (!saved) throw refuse('user_not_registered')
    const replaced = isNew ? hashInAddress(before.profilePicture ?? '') : null
    if (replaced !== null) await removeUnusedMedia(tx, replaced)
    return saved
  })
  if (isEmailAsked) mailEmailChange(context, context.caller.session)
  await tellAccountChanged(context, user.uid)
  // Whoever sits with them sees the new name and picture at once.
  const { id, profilePicture } = saved
  await context.bus.publish('people', { id, name: saved.name, profilePicture })
  return saved
}

/** Stores a new file; refuses one that isn't new and not among those to choose from either. */
async function placePicture(
  tx: Executor,
  { sha256, content }: WishedPicture,
  createdAt: Date,
): Promise<void> {
  await holdMediaFiles(tx)
  if (content) await insertMedia(tx, { sha256, content, createdAt })
  else if (!(await isOffered(tx, sha256))) throw pictureRefusal(pictureFaults.notOffered)
}
