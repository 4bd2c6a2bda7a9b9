// Saving a profile: resolves the requested picture, then saves everything in one transaction.
import { createHash } from 'node:crypto'
import { authErrors } from '#features/auth/errors.ts'
import type { StoredAccount } from '#features/auth/rules.ts'
import {
  requestEmailChange,
  lockAccountForUpdate,
  publishAccountChanged,
  updateProfile,
  type EmailChangeCheck,
} from '#features/auth/server/service.ts'
import { appError, type AppError, fieldError } from '#server/app-error.ts'
import { bannedError } from '#server/banned-error.ts'
import type { Context, User } from '#server/context.ts'
import type { Executor } from '#server/db/database.ts'
import { rateLimitKey } from '#server/http/admission.ts'
import { busEvents } from '#shared/bus-events.ts'
import { foldName } from '#shared/display-name.ts'
import { jsonMaxBytes } from '#shared/endpoint.ts'
import { t } from '#shared/i18n/t.ts'
import { pictureLimits } from '../contract.ts'
import { hashOfPictureUrl, isProfileComplete, pictureUrl, pictureErrors } from '../rules.ts'
import type { PictureWorkerPool } from './picture-worker-pool.ts'
import {
  lockMediaFilesTable,
  lockProfileRowForUpdate,
  insertMedia,
  isActivePicture,
  deleteUnusedMedia,
  listStaffNames,
} from './sql.ts'
import { decodeUploadedPicture, reencodeUpload } from './uploaded-picture.ts'

/** A requested picture. `content` is null for a stored picture, and `sha256` is the hash of the file. */
interface RequestedPicture {
  sha256: string
  content: Buffer | null
}

/**
 * Resolves `profilePicture` of a request: the URL of a stored picture, or a data URL, which is processed. Throws a
 * field error for an unreadable file or another URL, and `rate_limited` for too many files.
 */
export async function resolveRequestedPicture(
  context: Pick<Context, 'enforceRateLimit' | 'caller'>,
  pictures: PictureWorkerPool,
  url: string,
): Promise<RequestedPicture> {
  const uploaded = decodeUploadedPicture(url)
  if (!uploaded) {
    const sha256 = hashOfPictureUrl(url)
    if (sha256 === null) throw fieldError('profilePicture', pictureErrors.notOffered())
    return { sha256, content: null }
  }
  if (uploaded.content === null) throw fieldError('profilePicture', uploaded.error)
  // The rate limit already counted longer requests before the server read their body.
  if (url.length <= jsonMaxBytes) takePictureRateLimitTokens(context)
  return processOwnPicture(pictures, uploaded.content)
}

function takePictureRateLimitTokens({
  enforceRateLimit,
  caller,
}: Pick<Context, 'enforceRateLimit' | 'caller'>): void {
  for (const { bucket, per, ...rate } of pictureLimits) {
    enforceRateLimit(rateLimitKey(bucket, per, caller), { burst: rate.perMinute, ...rate })
  }
}

/** Processes a file that a member uploaded; throws a field error when it is unusable. */
export async function processOwnPicture(
  pictures: PictureWorkerPool,
  file: Buffer,
): Promise<RequestedPicture> {
  const { content, error } = await reencodeUpload(pictures, file)
  if (error !== null) throw fieldError('profilePicture', error)
  return { sha256: createHash('sha256').update(content).digest('hex'), content }
}

interface ProfileUpdate {
  name: string
  email: string
  /** Verifies the reauthentication in the transaction; null if the address stays the same. */
  emailChangeCheck: EmailChangeCheck
  picture: RequestedPicture
}

/**
 * Saves a member's name and picture, and deletes the previous picture's file when it is unused. A new email
 * address must be confirmed first (PROF-17). Checks for a ban under the row lock, so a banned member saves nothing
 * (I11).
 */
export async function saveProfile(
  context: Context<'identity'>,
  user: User,
  { name, email, emailChangeCheck, picture }: ProfileUpdate,
): Promise<StoredAccount> {
  const { database, clock } = context
  let isEmailChangeRequested = false
  const saved = await database.transaction(async (tx) => {
    // Lock order: the account's credentials before the member's row.
    if (emailChangeCheck) await lockAccountForUpdate(tx, user.uid)
    const before = await requireProfileRowForUpdate(tx, user.id)
    if (await isReservedName(tx, user.id, { before, name })) throw nameReservedError()
    isEmailChangeRequested = await requestEmailChange(tx, context, user, { email, check: emailChangeCheck })
    return updateProfileRow(tx, user, {
      before,
      name,
      picture,
      isNameReserved: false,
      now: new Date(clock.now()),
    })
  })
  if (isEmailChangeRequested) context.mailer.sendQueued()
  await publishProfileChanged(context, user, saved)
  return saved
}

/**
 * Saves only a member's picture, like {@link saveProfile}. Doesn't complete the profile if its name is reserved
 * (PROF-29).
 */
export async function savePicture(
  context: Context<'identity'>,
  user: User,
  picture: RequestedPicture,
): Promise<StoredAccount> {
  const now = new Date(context.clock.now())
  const saved = await context.database.transaction(async (tx) => {
    const before = await requireProfileRowForUpdate(tx, user.id)
    const { name } = before
    const isNameReserved = await isReservedName(tx, user.id, { before, name })
    return updateProfileRow(tx, user, { before, name, picture, isNameReserved, now })
  })
  await publishProfileChanged(context, user, saved)
  return saved
}

type ProfileRow = NonNullable<Awaited<ReturnType<typeof lockProfileRowForUpdate>>>

async function requireProfileRowForUpdate(tx: Executor, userId: number): Promise<ProfileRow> {
  const row = await lockProfileRowForUpdate(tx, userId)
  if (!row) throw appError(authErrors.user_not_registered)
  if (row.isBanned) throw bannedError(row)
  return row
}

function nameReservedError(): AppError {
  const message = t('That name belongs to someone who looks after this community. Please choose another.')
  return fieldError('name', message)
}

/**
 * Whether a name could be mistaken for that of another member with a role (PROF-29). A member with a complete
 * profile keeps their current name.
 */
async function isReservedName(
  tx: Executor,
  userId: number,
  { before, name }: { before: ProfileRow; name: string },
): Promise<boolean> {
  if (before.profileCompleted && name === before.name) return false
  const foldedName = foldName(name)
  return (await listStaffNames(tx, userId)).some((staffName) => foldName(staffName) === foldedName)
}

interface ProfileRowUpdate {
  before: ProfileRow
  name: string
  picture: RequestedPicture
  /** The result of {@link isReservedName}; a reserved name doesn't complete the profile. */
  isNameReserved: boolean
  now: Date
}

async function updateProfileRow(
  tx: Executor,
  user: User,
  { before, name, picture, isNameReserved, now }: ProfileRowUpdate,
): Promise<StoredAccount> {
  const profilePicture = pictureUrl(picture.sha256)
  const isNewPicture = profilePicture !== before.profilePicture
  if (isNewPicture) await storePicture(tx, picture, now)
  const profileCompleted = !isNameReserved && isProfileComplete({ name, email: user.email, profilePicture })
  const saved = await updateProfile(tx, user.id, { name, profilePicture, profileCompleted })
  if (!saved) throw appError(authErrors.user_not_registered)
  const replacedHash = isNewPicture ? hashOfPictureUrl(before.profilePicture ?? '') : null
  if (replacedHash !== null) await deleteUnusedMedia(tx, replacedHash)
  return saved
}

/** Members in the same room see the new name and picture at once. */
async function publishProfileChanged(
  context: Context<'identity'>,
  user: User,
  saved: StoredAccount,
): Promise<void> {
  await publishAccountChanged(context, user.uid)
  const { id, name, profilePicture } = saved
  await context.bus.publish(busEvents.people, { id, name, profilePicture })
}

/** Stores a new file; throws for a picture that is neither new nor an active stock picture. */
async function storePicture(
  tx: Executor,
  { sha256, content }: RequestedPicture,
  createdAt: Date,
): Promise<void> {
  await lockMediaFilesTable(tx)
  if (content) await insertMedia(tx, { sha256, content, createdAt })
  else if (!(await isActivePicture(tx, sha256)))
    throw fieldError('profilePicture', pictureErrors.notOffered())
}
