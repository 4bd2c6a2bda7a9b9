// Saving a profile: what becomes of the picture that was wished for, and one transaction for all of it.
import { createHash } from 'node:crypto'
import { jsonMaxBytes } from '#shared/endpoint.ts'
import type { Context, User } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { bucketKey } from '#server/http-admission.ts'
import { refuse, type Refusal } from '#server/refusal.ts'
import type { Account } from '#features/auth/contract.ts'
import {
  changeEmail,
  holdAccount,
  mailEmailChange,
  tellAccountChanged,
  type EmailProof,
} from '#features/auth/server/service.ts'
import { pictureLimits } from '../contract.ts'
import { foldName } from '../display-name.ts'
import { hashInAddress, isProfileComplete, pictureAddress, pictureFaults } from '../rules.ts'
import type { PictureMaker } from './picture-maker.ts'
import {
  holdMediaFiles,
  holdOwnRow,
  insertMedia,
  isOffered,
  removeUnusedMedia,
  staffNames,
  updateProfile,
} from './sql.ts'
import { isPictureFile, readUploaded } from './uploaded-picture.ts'

/** A picture as it was wished for: the hash of its file, and that file when it is a new one. */
interface WishedPicture {
  sha256: string
  content: Buffer | null
}

function pictureRefusal(message: string): Refusal {
  return refuse('invalid', { issues: [{ path: 'profilePicture', message }] })
}

/**
 * What `profilePicture` of a request stands for; a file is made into a picture here. Refuses beside the field what
 * is neither a file that can be read nor an address of ours, and with `rate_limited` who sends too many files.
 */
export async function wishedPicture(
  context: Pick<Context, 'limit' | 'caller'>,
  pictures: PictureMaker,
  address: string,
): Promise<WishedPicture> {
  const uploaded = readUploaded(address)
  if (!uploaded) {
    const sha256 = hashInAddress(address)
    if (sha256 === null) throw pictureRefusal(pictureFaults.notOffered)
    return { sha256, content: null }
  }
  if (uploaded.content === null) throw pictureRefusal(uploaded.fault)
  // A longer one was counted before its body was read.
  if (address.length <= jsonMaxBytes) takePictureTokens(context)
  return makePicture(pictures, uploaded.content)
}

function takePictureTokens({ limit, caller }: Pick<Context, 'limit' | 'caller'>): void {
  for (const { bucket, per, ...size } of pictureLimits) {
    limit(bucketKey(bucket, per, caller), { burst: size.perMinute, ...size })
  }
}

/** Makes the picture of a file that a member sent; refuses beside the field what can't become one. */
export async function makeOwnPicture(pictures: PictureMaker, file: Buffer): Promise<WishedPicture> {
  if (!isPictureFile(file)) throw pictureRefusal(pictureFaults.type)
  return makePicture(pictures, file)
}

async function makePicture(pictures: PictureMaker, file: Buffer): Promise<WishedPicture> {
  const content = await pictures.make(file)
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
    const before = await lockOwnRow(tx, user.id)
    if (await isNameTaken(tx, user.id, { before, name })) throw nameRefusal()
    isEmailAsked = await changeEmail(tx, context, user, { email, proof: emailProof })
    return updateOwnRow(tx, user, { before, name, picture, isTaken: false, now: new Date(clock.now()) })
  })
  if (isEmailAsked) mailEmailChange(context, context.caller.session)
  await publishSaved(context, user, saved)
  return saved
}

/**
 * Saves the picture of a member alone, as {@link saveProfile} does it. It completes no profile whose name is that of
 * somebody who looks after the community.
 */
export async function savePicture(
  context: Context<'identity'>,
  user: User,
  picture: WishedPicture,
): Promise<Account> {
  const now = new Date(context.clock.now())
  const saved = await context.database.transaction(async (tx) => {
    const before = await lockOwnRow(tx, user.id)
    const { name } = before
    const isTaken = await isNameTaken(tx, user.id, { before, name })
    return updateOwnRow(tx, user, { before, name, picture, isTaken, now })
  })
  await publishSaved(context, user, saved)
  return saved
}

type OwnRow = NonNullable<Awaited<ReturnType<typeof holdOwnRow>>>

async function lockOwnRow(tx: Executor, userId: number): Promise<OwnRow> {
  const row = await holdOwnRow(tx, userId)
  if (!row) throw refuse('user_not_registered')
  if (row.isBanned) throw refuse('banned', { reason: row.bannedReason ?? '' })
  return row
}

function nameRefusal(): Refusal {
  const message = 'That name belongs to someone who looks after this community. Please choose another.'
  return refuse('invalid', { issues: [{ path: 'name', message }] })
}

/**
 * Whether a name could be taken for that of another administrator or garden angel (PROF-29). A member whose profile is
 * complete keeps the name they have.
 */
async function isNameTaken(
  tx: Executor,
  userId: number,
  { before, name }: { before: OwnRow; name: string },
): Promise<boolean> {
  if (before.profileCompleted && name === before.name) return false
  const fold = foldName(name)
  return (await staffNames(tx, userId)).some((staffName) => foldName(staffName) === fold)
}

interface OwnRowUpdate {
  before: OwnRow
  name: string
  picture: WishedPicture
  /** Whether the name is taken, by {@link isNameTaken}: then it completes no profile. */
  isTaken: boolean
  now: Date
}

async function updateOwnRow(
  tx: Executor,
  user: User,
  { before, name, picture, isTaken, now }: OwnRowUpdate,
): Promise<Account> {
  const profilePicture = pictureAddress(picture.sha256)
  const isNew = profilePicture !== before.profilePicture
  if (isNew) await placePicture(tx, picture, now)
  const profileCompleted = !isTaken && isProfileComplete({ name, email: user.email, profilePicture })
  const saved = await updateProfile(tx, user.id, { name, profilePicture, profileCompleted })
  if (!saved) throw refuse('user_not_registered')
  const replaced = isNew ? hashInAddress(before.profilePicture ?? '') : null
  if (replaced !== null) await removeUnusedMedia(tx, replaced)
  return saved
}

/** Everybody in the room sees the new name and picture at once. */
async function publishSaved(context: Context<'identity'>, user: User, saved: Account): Promise<void> {
  await tellAccountChanged(context, user.uid)
  const { id, name, profilePicture } = saved
  await context.bus.publish('people', { id, name, profilePicture })
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
