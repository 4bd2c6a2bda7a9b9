// SQL of the member's record for the data export.
import type { Executor } from '#server/db/database.ts'

export interface MemberRecord {
  id: number
  uid: string | null
  name: string
  email: string | null
  pendingEmail: string | null
  profilePicture: string | null
  isAdmin: boolean
  isGardenAngel: boolean
  profileCompleted: boolean
  quantumLovePoints: number
  createdAt: string
  lastLogin: string | null
  lastLoginIp: string | null
}

export async function findMemberRecord(db: Executor, userId: number): Promise<MemberRecord> {
  return db
    .selectFrom('users')
    .select(['id', 'firebaseUid as uid', 'name', 'email', 'pendingEmail', 'profilePicture'])
    .select(['isAdmin', 'isGardenAngel', 'profileCompleted', 'quantumLovePoints', 'createdAt'])
    .select(['lastLogin', 'lastLoginIp'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** A member's total time in whole minutes, adjustments included. */
export async function findTotalMinutes(db: Executor, userId: number): Promise<number> {
  const row = await db
    .selectFrom('member_times')
    .select('minutes')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.minutes ?? 0
}

/** A member's time adjustments by administrators in minutes, newest first. */
export function listTimeAdjustments(db: Executor, userId: number) {
  return db
    .selectFrom('time_adjustments')
    .select(['minutes', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}
