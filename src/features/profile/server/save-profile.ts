// Saving a profile: what becomes of the picture that was wished for, and one transaction for all of it.
import { createHash } from 'node:crypto'
import { jsonMaxBytes } from '#shared/endpoint.ts'
import type { Context, User } from '#server/context.ts'
import type { Executor } from '#server/db.ts'
import { rateLimitKey } from '#server/http-admission.ts'
import { appError, type AppError } from '#server/app-error.ts'
import type { Account } from '#features/auth/contract.ts'
import {
  requestEmailChange,
  lockAccountForUpdate,
  sendEmailChangeMails,
  publishAccountChanged,
  type EmailChangeCheck,
} from '#features/auth/server/service.ts'
import { pictureLimits } from '../contract.ts'
import { foldName } from '../display-name.ts'
import { hashOfPictureUrl, isProfileComplete, pictureUrl, pictureErrors } from '../rules.ts'
import type { PictureWorkerPool } from './picture-worker-pool.ts'
import {
  lockMediaFilesTable,
  lockProfileRowForUpdate,
  insertMedia,
  isActivePicture,
  deleteUnusedMedia,
  listStaffNames,
  updateProfile,
} from './sql.ts'
import { isPictureFile, decodeUploadedPicture } from './uploaded-picture.ts'

/** A picture as it was wished for: the hash of its file, and that file when it is a new one. */
interface RequestedPicture {
  sha256: string
  content: Buffer | null
}

function profilePictureError(message: string): AppError {
  return appError('invalid', { issues: [{ path: 'profilePicture', message }] })
}

/**
 * What `profilePicture` of a request stands for; a file is made into a picture here. Refuses beside the field what
 * is neither a file that can be read nor an address of ours, and with `rate_limited` who sends too many files.
 */
export async function resolveRequestedPicture(
  context: Pick<Context, 'limit' | 'caller'>,
  pictures: PictureWorkerPool,
  address: string,
): Promise<RequestedPicture> {
  const uploaded = decodeUploadedPicture(address)
  if (!uploaded) {
    const sha256 = hashOfPictureUrl(address)
    if (sha256 === null) throw profilePictureError(pictureErrors.notOffered)
    return { sha256, content: null }
  }
  if (uploaded.content === null) throw profilePictureError(uploaded.fault)
  // A longer one was counted before its body was read.
  if (address.length <= jsonMaxBytes) takePictureRateLimitTokens(context)
  return processPicture(pictures, uploaded.content)
}

function takePictureRateLimitTokens({ limit, caller }: Pick<Context, 'limit' | 'caller'>): void {
  for (const { bucket, per, ...size } of pictureLimits) {
    limit(rateLimitKey(bucket, per, caller), { burst: size.perMinute, ...size })
  }
}

/** Makes the picture of a file that a member sent; refuses beside the field what can't become one. */
export async function processOwnPicture(
  pictures: PictureWorkerPool,
  file: Buffer,
): Promise<RequestedPicture> {
  if (!isPictureFile(file)) throw profilePictureError(pictureErrors.type)
  return processPicture(pictures, file)
}

async function processPicture(pictures: PictureWorkerPool, file: Buffer): Promise<RequestedPicture> {
  const content = await pictures.make(file)
  if (!content) throw profilePictureError(pictureErrors.broken)
  return { sha256: createHash('sha256').update(content).digest('hex'), content }
}

interface ProfileUpdate {
  name: string
  email: string
  emailProof: EmailChangeCheck
  picture: RequestedPicture
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
    if (emailProof) await lockAccountForUpdate(tx, user.uid)
    const before = await requireProfileRowForUpdate(tx, user.id)
    if (await isNameTaken(tx, user.id, { before, name })) throw nameTakenError()
    isEmailAsked = await requestEmailChange(tx, context, user, { email, proof: emailProof })
    return updateProfileRow(tx, user, { before, name, picture, isTaken: false, now: new Date(clock.now()) })
  })
  if (isEmailAsked) sendEmailChangeMails(context, context.caller.session)
  await publishProfileChanged(context, user, saved)
  return saved
}

/**
 * Saves the picture of a member alone, as {@link saveProfile} does it. It completes no profile whose name is that of
 * somebody who looks after the community.
 */
export async function savePicture(
  context: Context<'identity'>,
  user: User,
  picture: RequestedPicture,
): Promise<Account> {
  const now = new Date(context.clock.now())
  const saved = await context.database.transaction(async (tx) => {
    const before = await requireProfileRowForUpdate(tx, user.id)
    const { name } = before
    const isTaken = await isNameTaken(tx, user.id, { before, name })
    return updateProfileRow(tx, user, { before, name, picture, isTaken, now })
  })
  await publishProfileChanged(context, user, saved)
  return saved
}

type ProfileRow = NonNullable<Awaited<ReturnType<typeof lockProfileRowForUpdate>>>

async function requireProfileRowForUpdate(tx: Executor, userId: number): Promise<ProfileRow> {
  const row = await lockProfileRowForUpdate(tx, userId)
  if (!row) throw appError('user_not_registered')
  if (row.isBanned) throw appError('banned', { reason: row.bannedReason ?? '' })
  return row
}

function nameTakenError(): AppError {
  const message = 'That name belongs to someone who looks after this community. Please choose another.'
  return appError('invalid', { issues: [{ path: 'name', message }] })
}

/**
 * Whether a name could be taken for that of another administrator or garden angel (PROF-29). A member whose profile is
 * complete keeps the name they have.
 */
async function isNameTaken(
  tx: Executor,
  userId: number,
  { before, name }: { before: ProfileRow; name: string },
): Promise<boolean> {
  if (before.profileCompleted && name === before.name) return false
  const fold = foldName(name)
  return (await listStaffNames(tx, userId)).some((staffName) => foldName(staffName) === fold)
}

interface ProfileRowUpdate {
  before: ProfileRow
  name: string
  picture: RequestedPicture
  /** Whether the name is taken, by {@link isNameTaken}: then it completes no profile. */
  isTaken: boolean
  now: Date
}

async function updateProfileRow(
  tx: Executor,
  user: User,
  { before, name, picture, isTaken, now }: ProfileRowUpdate,
): Promise<Account> {
  const profilePicture = pictureUrl(picture.sha256)
  const isNew = profilePicture !== before.profilePicture
  if (isNew) await storePicture(tx, picture, now)
  const profileCompleted = !isTaken && isProfileComplete({ name, email: user.email, profilePicture })
  const saved = await updateProfile(tx, user.id, { name, profilePicture, profileCompleted })
  if (!saved) throw appError('user_not_registered')
  const replaced = isNew ? hashOfPictureUrl(before.profilePicture ?? '') : null
  if (replaced !== null) await deleteUnusedMedia(tx, replaced)
  return saved
}

/** Everybody in the room sees the new name and picture at once. */
async function publishProfileChanged(
  context: Context<'identity'>,
  user: User,
  saved: Account,
): Promise<void> {
  await publishAccountChanged(context, user.uid)
  const { id, name, profilePicture } = saved
  await context.bus.publish('people', { id, name, profilePicture })
}

/** Stores a new file; refuses one that isn't new and not among those to choose from either. */
async function storePicture(
  tx: Executor,
  { sha256, content }: RequestedPicture,
  createdAt: Date,
): Promise<void> {
  await lockMediaFilesTable(tx)
  if (content) await insertMedia(tx, { sha256, content, createdAt })
  else if (!(await isActivePicture(tx, sha256))) throw profilePictureError(pictureErrors.notOffered)
}
