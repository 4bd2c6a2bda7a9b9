// User row: the columns of a signed-in user, and how a left join reads them.
import type { User } from '#server/context.ts'
import { isBannedNow } from '#server/db/standing-ban.ts'

export const userColumns = [
  'users.id',
  'users.firebaseUid as uid',
  'users.name',
  'users.email',
  'users.pendingEmail',
  'users.profilePicture',
  'users.isAdmin',
  'users.isGardenAngel',
  'users.mayHost',
  isBannedNow().as('isBanned'),
  'users.bannedReason',
  'users.bannedReasonEntry',
  'users.bannedUntil',
  'users.profileCompleted',
  'users.isUnlisted',
  'users.language',
  'users.termsVersion',
  'users.emailCorrectedAt',
  'users.createdAt',
] as const

type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null }

/** Maps the user columns of a left join; null without a user. */
export function toUser(row: Nullable<User>): User | null {
  const { id, uid, name, isAdmin, isGardenAngel, isBanned, profileCompleted, isUnlisted, createdAt } = row
  if (id === null || uid === null || name === null || createdAt === null) return null
  return {
    id,
    uid,
    name,
    email: row.email ?? '',
    pendingEmail: row.pendingEmail,
    profilePicture: row.profilePicture,
    isAdmin: isAdmin === true,
    isGardenAngel: isGardenAngel === true,
    mayHost: row.mayHost === true,
    isBanned: isBanned === true,
    bannedReason: row.bannedReason,
    bannedReasonEntry: row.bannedReasonEntry,
    bannedUntil: row.bannedUntil,
    profileCompleted: profileCompleted === true,
    isUnlisted: isUnlisted === true,
    language: row.language,
    termsVersion: row.termsVersion,
    emailCorrectedAt: row.emailCorrectedAt,
    createdAt,
  }
}
